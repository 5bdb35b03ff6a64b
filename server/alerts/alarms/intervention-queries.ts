import type { Kysely } from 'kysely'
import { visitMoments } from '#domain/alerts/visit.ts'
import { LONGEST_VISIT_MS } from '#domain/alerts/visit-length.ts'
import type { Tables } from '../../store/tables.ts'

/** Returns when people noted an intervention at a scale, or visited it, in epoch seconds. */
export async function readInterventionTimes(db: Kysely<Tables>, scaleId: number, from: number, to: number) {
  return (await readInterventions(db, [scaleId], from, to)).map(({ time }) => time)
}

/** Returns when people noted interventions at some scales, or visited them, in epoch seconds and in order of time. */
export async function readInterventions(db: Kysely<Tables>, scaleIds: number[], from: number, to: number) {
  const rows = await db
    .selectFrom('intervention')
    .select(['scale_id', 'time'])
    .where('scale_id', 'in', scaleIds)
    .where('deleted_at', 'is', null)
    .where('time', '>=', from * 1000)
    .where('time', '<', to * 1000)
    .orderBy('time')
    .execute()
  const noted = rows.map(({ scale_id, time }) => ({ scaleId: scale_id, time: Math.floor(time / 1000) }))
  const visited = await readVisited(db, scaleIds, from, to)
  return visited.length === 0 ? noted : [...noted, ...visited].sort((a, b) => a.time - b.time)
}

/** Returns moments (epoch seconds) at which people were at the hives of some scales, in any order. */
export async function readVisited(db: Kysely<Tables>, scaleIds: readonly number[], from: number, to: number) {
  if (scaleIds.length === 0) return []
  const rows = await db
    .selectFrom('visit')
    .innerJoin('scale', 'scale.controller_id', 'visit.controller_id')
    .select(['scale.id as scale_id', 'visit.started_at', 'visit.ended_at'])
    .where('scale.id', 'in', scaleIds)
    .where('visit.deleted_at', 'is', null)
    .where('visit.started_at', '<', to * 1000)
    .where((eb) =>
      eb(eb.fn.coalesce('visit.ended_at', eb('visit.started_at', '+', LONGEST_VISIT_MS)), '>=', from * 1000),
    )
    .execute()
  return rows.flatMap(({ scale_id, started_at, ended_at }) =>
    visitMoments(started_at, ended_at)
      .map((moment) => ({ scaleId: scale_id, time: Math.floor(moment / 1000) }))
      .filter(({ time }) => time >= from && time < to),
  )
}
