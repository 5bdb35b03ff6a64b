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

/** What a try came to: the interval where it was taken, one more failure where it was not. */
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
