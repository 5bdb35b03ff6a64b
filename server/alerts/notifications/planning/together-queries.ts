import { type Kysely, type Selectable, sql } from 'kysely'
import { partsOf } from '../../../platform/db/parts-of.ts'
import type { Tables } from '../../../store/tables.ts'

const AT_ONCE = 500

/** How a delivery stores which other transmitters it names. */
export const toNamed = (controllerIds: readonly number[]): string | null =>
  controllerIds.length === 0 ? null : `,${controllerIds.join(',')},`

/** Returns the channels that an alarm still open has told, or is about to tell, that this transmitter is silent, too. */
export async function readChannelsNaming(
  db: Kysely<Tables>,
  { controller_id, started_at }: Pick<Selectable<Tables['alarm']>, 'controller_id' | 'started_at'>,
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('alarm')
    .innerJoin('delivery', 'delivery.alarm_id', 'alarm.id')
    .select('delivery.notification_id')
    .where('alarm.type', '=', 'silence')
    // a literal, as in the index
    .where('alarm.status', '=', sql.lit('open'))
    .where('alarm.detected_at', '>=', started_at)
    .where('delivery.stage', '=', 'rang')
    .where('delivery.state', 'in', ['due', 'sent'])
    .where('delivery.named', 'like', `%,${controller_id},%`)
    .execute()
  return new Set(rows.map(({ notification_id }) => notification_id))
}

/** Returns the names of those transmitters that a delivery names which have not been heard since its alarm was noticed. */
export async function readStillSilent(
  db: Kysely<Tables>,
  { named, detected_at }: { named: string | null; detected_at: number | null },
): Promise<string[]> {
  const ids = (named ?? '').split(',').filter(Boolean).map(Number)
  const silent: string[] = []
  for (const part of partsOf(ids, AT_ONCE)) {
    const rows = await db
      .selectFrom('controller')
      .select('name')
      .where('id', 'in', part)
      .where('last_seen_at', '<=', 1000 * Number(detected_at))
      .orderBy('id')
      .execute()
    silent.push(...rows.map(({ name }) => name))
  }
  return silent
}
