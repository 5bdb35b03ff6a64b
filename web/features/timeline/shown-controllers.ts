import type { Controller } from '#domain/controller.ts'
import type { Scale } from '#domain/scale.ts'
import type { ShownController } from './chart-state.ts'
import { parseSeriesKey, type SeriesKey, seriesKey } from './series-key.ts'

/** What the chart's state needs to know of transmitters: which scales they carry, and when they last weighed. */
export function shownControllers(controllers: readonly Controller[], scales: readonly Scale[]): ShownController[] {
  return controllers.map(({ id, lastUpdate }) => ({
    id,
    lastWeight: lastUpdate === null ? undefined : Date.parse(lastUpdate) / 1000,
    scaleIds: scales.filter(({ controllerId }) => controllerId === id).map((scale) => scale.id),
  }))
}

/** Those of `keys` whose scale or transmitter this account sees; a link from somebody else may name others. */
export function visibleKeys(
  keys: readonly SeriesKey[],
  controllers: readonly Pick<Controller, 'id'>[],
  scales: readonly Pick<Scale, 'id'>[],
): SeriesKey[] {
  const known = new Set([...controllers.map(({ id }) => -id), ...scales.map(({ id }) => id)])
  return keys.filter((key) => known.has(parseSeriesKey(key)?.seriesId ?? 0))
}

/** The weights of a transmitter's scales, or of all; at most `most`. */
export function weightKeys(scales: readonly Scale[], controllerId?: number, most = 20): SeriesKey[] {
  return scales
    .filter(({ type, visible, state }) => type === 'weight' && visible && state !== 'archived')
    .filter((scale) => controllerId === undefined || scale.controllerId === controllerId)
    .slice(0, most)
    .map(({ id }) => seriesKey({ seriesId: id, column: 'weight' }))
}
