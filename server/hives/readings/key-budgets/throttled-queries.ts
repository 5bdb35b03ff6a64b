import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import type { KeyReason, Throttled } from './key-budgets.ts'

/** Adds to an hour's counts; transmitters that no longer exist are skipped. */
export async function addThrottled(db: Kysely<Tables>, from: number, throttled: readonly Throttled[]): Promise<void> {
  for (const { controllerId, reason, requests } of throttled) {
    await db
      .insertInto('throttled_hour')
      .columns(['controller_id', 'from', 'reason', 'requests'])
      .expression((eb) =>
        eb
          .selectFrom('controller')
          .select(({ val }) => ['id', val(from).as('from'), val(reason).as('reason'), val(requests).as('requests')])
          .where('id', '=', controllerId),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['controller_id', 'from', 'reason'])
          .doUpdateSet((eb) => ({ requests: eb('throttled_hour.requests', '+', requests) })),
      )
      .execute()
  }
}

export async function deleteThrottledBefore(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  await db.deleteFrom('throttled_hour').where('from', '<', beforeMs).execute()
}

/** How often one transmitter was told to wait since a time, and its main reason. */
export async function selectThrottled(
  db: Kysely<Tables>,
  controllerId: number,
  fromMs: number,
): Promise<{ requests: number; reason: KeyReason } | undefined> {
  const rows = await db
    .selectFrom('throttled_hour')
    .select(({ fn }) => ['reason', fn.sum('requests').as('requests')])
    .where('controller_id', '=', controllerId)
    .where('from', '>=', fromMs)
    .groupBy('reason')
    .execute()
  const byCount = rows
    .map(({ reason, requests }) => ({ reason, requests: Number(requests) }))
    .sort((a, b) => b.requests - a.requests)
  if (byCount.length === 0) return undefined
  return { requests: byCount.reduce((sum, { requests }) => sum + requests, 0), reason: byCount[0]!.reason }
}

/** The ids of transmitters that were told to wait since a time, and how often; most frequent first. */
export async function selectThrottledTransmitters(
  db: Kysely<Tables>,
  fromMs: number,
): Promise<{ controllerId: number; requests: number }[]> {
  const rows = await db
    .selectFrom('throttled_hour')
    .select(({ fn }) => ['controller_id', fn.sum('requests').as('requests')])
    .where('from', '>=', fromMs)
    .groupBy('controller_id')
    .execute()
  return rows
    .map((row) => ({ controllerId: row.controller_id, requests: Number(row.requests) }))
    .sort((a, b) => b.requests - a.requests || a.controllerId - b.controllerId)
}
