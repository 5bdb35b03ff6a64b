import type { Kysely } from 'kysely'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { Clock } from '../../platform/runtime/clock.ts'
import type { Tables } from '../../store/tables.ts'
import type { RegionRow } from './region-queries.ts'

/** Records who changed a region; of its shape, only the box around it. */
export async function recordRegion(
  { db, clock }: { db: Kysely<Tables>; clock: Clock },
  actorId: number,
  verb: 'add' | 'edit' | 'remove',
  [before, after]: [RegionRow | null, RegionRow | null],
): Promise<void> {
  const id = (after ?? before)?.id
  await recordChange(
    { database: { db }, clock },
    {
      actorId,
      action: `region.${verb}`,
      subjectType: 'region',
      subjectId: String(id),
      before: before && recorded(before),
      after: after && recorded(after),
    },
  )
}

const recorded = ({ name, priority, utc_offset, alarm_from, alarm_to, ...row }: RegionRow) => ({
  name,
  priority,
  utcOffset: utc_offset,
  alarmFrom: alarm_from,
  alarmTo: alarm_to,
  box: row.west === null ? null : [row.west, row.south, row.east, row.north],
  shapeCharacters: row.geojson.length,
})
