import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'

/** When people noted an intervention at a scale, in epoch seconds. */
export async function readInterventionTimes(db: Kysely<Tables>, scaleId: number, from: number, to: number) {
  return (await readInterventions(db, [scaleId], from, to)).map(({ time }) => time)
}

/** When people noted interventions at some scales, in epoch seconds, in the order of time. */
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
  return rows.map(({ scale_id, time }) => ({ scaleId: scale_id, time: Math.floor(time / 1000) }))
}
