import type { Kysely } from 'kysely'
import { dayBegin, dayEnd } from '#domain/hives/day-begin.ts'
import { offsetOf } from '#domain/hives/local-midnight.ts'
import { visibleControllers } from '../../hives/controllers/visible-controllers.ts'
import { requireScales, visibleScales } from '../../hives/scales/visible-scales.ts'
import { clockOf } from '../../hives/timeline/zone-of-controller.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'
import type { ExportSeries } from './export-rows.ts'

/** Returns the scales in the requested zone, or else each in the zone of its place. Throws as `requireScales`. `now` in epoch seconds. */
export async function exportSeries(
  db: Kysely<Tables>,
  account: SignedIn,
  { scales: ids, timeZone }: { scales: number[]; timeZone?: string | undefined },
  now: number,
): Promise<ExportSeries[]> {
  const scales = await requireScales(db, account, ids, 'read')
  const controllers = await visibleControllers(db, account, [...new Set(scales.map((scale) => scale.controllerId))])
  const places = new Map<number, { transmitter: string; timeZone: string }>()
  for (const { id, row } of controllers) {
    places.set(id, { transmitter: row.name, timeZone: timeZone ?? (await clockOf(db, row.primary_region_id, now)) })
  }
  return scales.map(({ id, controllerId, row }) => ({ id, controllerId, name: row.name, ...places.get(controllerId)! }))
}

/** Returns the ids of the scales of a transmitter that the account may see; none if there is no transmitter. */
export async function scalesOfController(
  db: Kysely<Tables>,
  account: SignedIn,
  controllerId: number | null,
): Promise<number[]> {
  if (controllerId === null) return []
  const scales = await visibleScales(db, account, await visibleControllers(db, account, [controllerId]))
  return scales.map(({ id }) => id)
}

/** The period of a job in epoch ms, `to` exclusive, and those of its ends that were given as days. */
type Period = {
  from: number | null
  to: number | null
  days: { from: string | null; to: string | null }
}

/** Returns a period in a zone, in epoch seconds; without ends it covers everything. */
export function periodAt({ from, to, days }: Period, timeZone: string, now: number): { from: number; to: number } {
  const zone = { timeZone }
  return {
    from: days.from === null ? Math.floor((from ?? 0) / 1000) : dayBegin(zone, days.from),
    to: days.to === null ? (to === null ? now : Math.ceil(to / 1000)) : dayEnd(zone, days.to),
  }
}

/** The date at a time in a zone. */
export const dateAt = (seconds: number, timeZone: string): string =>
  new Date((seconds + offsetOf({ timeZone })(seconds)) * 1000).toISOString().slice(0, 10)
