import type { Kysely } from 'kysely'
import { partsOf } from '../../platform/db/parts-of.ts'
import type { Tables } from '../../store/tables.ts'
import { LONGEST_DEVIATION_SECONDS } from './detectors/deviation.ts'
import type { FoundInScale } from './found-in-scale.ts'

const AT_ONCE = 500

export async function replaceJumps(db: Kysely<Tables>, { scaleId, from, to, jumps }: FoundInScale): Promise<void> {
  await db.deleteFrom('jump').where('scale_id', '=', scaleId).where('time', '>=', from).where('time', '<', to).execute()
  const rows = jumps.map(({ time, changeGrams }) => ({ scale_id: scaleId, time, change_grams: changeGrams }))
  for (const part of partsOf(rows, AT_ONCE)) await db.insertInto('jump').values(part).execute()
}

/** Replaces the deviations of a stretch. Returns the start of the first old or new one, in epoch seconds; infinity if there are none. */
export async function replaceDeviations(db: Kysely<Tables>, { scaleId, from, to, deviations }: FoundInScale) {
  const gone = await db
    .deleteFrom('deviation')
    .where('scale_id', '=', scaleId)
    .where('time', '>=', from)
    .where('time', '<', to)
    .returning('from')
    .execute()
  const rows = deviations.map((one) => ({ scale_id: scaleId, time: one.time, from: one.from, grams: one.grams }))
  for (const part of partsOf(rows, AT_ONCE)) await db.insertInto('deviation').values(part).execute()
  return [...gone, ...rows].reduce((first, row) => Math.min(first, Number(row.from)), Number.POSITIVE_INFINITY)
}

export async function readJumps(db: Kysely<Tables>, scaleIds: number[], from: number, to: number) {
  if (scaleIds.length === 0) return []
  return db
    .selectFrom('jump')
    .select(['scale_id', 'time', 'change_grams'])
    .where('scale_id', 'in', scaleIds)
    .where('time', '>=', from)
    .where('time', '<', to)
    .orderBy('time')
    .execute()
}

/** Returns the deviations of some scales that reach into a span, in order of time. */
export async function readDeviations(db: Kysely<Tables>, scaleIds: number[], from: number, to: number) {
  if (scaleIds.length === 0) return []
  const rows = await db
    .selectFrom('deviation')
    .selectAll()
    .where('scale_id', 'in', scaleIds)
    .where('time', '>', from)
    .where('time', '<', to + LONGEST_DEVIATION_SECONDS)
    .where('from', '<', to)
    .orderBy('time')
    .execute()
  return rows.map(({ scale_id, time, from, grams }) => ({
    scaleId: scale_id,
    time: Number(time),
    from: Number(from),
    grams,
  }))
}
