import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { LoraDownlinkTable } from './lora-downlink-table.ts'

export const selectDownlink = (
  db: Kysely<Tables>,
  controllerId: number,
): Promise<Selectable<LoraDownlinkTable> | undefined> =>
  db.selectFrom('lora_downlink').selectAll().where('controller_id', '=', controllerId).executeTakeFirst()

export async function insertDownlink(db: Kysely<Tables>, controllerId: number, intervalHours: number): Promise<void> {
  await db
    .insertInto('lora_downlink')
    .values({ controller_id: controllerId, interval_hours: intervalHours })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Records the outcome of a try: the interval if it was accepted, one more failure if not. */
export async function updateDownlink(
  db: Kysely<Tables>,
  controllerId: number,
  tried: { at: number; intervalHours?: number },
): Promise<void> {
  await db
    .updateTable('lora_downlink')
    .set((eb) =>
      tried.intervalHours === undefined
        ? { tried_at: tried.at, failures: eb('failures', '+', 1) }
        : { tried_at: tried.at, failures: 0, interval_hours: tried.intervalHours },
    )
    .where('controller_id', '=', controllerId)
    .execute()
}
