import type { Controller } from '#domain/hives/controller.ts'
import type { Scale } from '#domain/hives/scale.ts'
import type { ShownController } from './chart-state.ts'
import { parseSeriesKey, type SeriesKey, seriesKey } from './series-key.ts'

/**
 * What the chart's state needs to know about transmitters: their scales, and when those last weighed. `lastWeights`
 * are by scale, in epoch seconds; if none is known, the transmitter's last contact counts.
 */
export function shownControllers(
  controllers: readonly Pick<Controller, 'id' | 'lastUpdate'>[],
  scales: readonly Pick<Scale, 'id' | 'controllerId'>[],
  lastWeights: ReadonlyMap<number, number>,
): ShownController[] {
  return controllers.map(({ id, lastUpdate }) => {
    const scaleIds = scales.filter(({ controllerId }) => controllerId === id).map((scale) => scale.id)
    const weighed = scaleIds.map((scaleId) => lastWeights.get(scaleId) ?? 0)
    const contact = lastUpdate === null ? 0 : Date.parse(lastUpdate) / 1000
    return { id, scaleIds, lastWeight: Math.max(0, ...weighed) || contact || undefined }
  })
}

/** Returns when the last weight of what is shown arrived, in epoch seconds; undefined if none did. */
export function lastWeightOf(keys: readonly SeriesKey[], controllers: readonly ShownController[]): number | undefined {
  const ids = new Set(keys.map((key) => parseSeriesKey(key)?.seriesId))
  const shown = controllers.filter(({ id, scaleIds }) => ids.has(-id) || scaleIds.some((scaleId) => ids.has(scaleId)))
  return Math.max(0, ...shown.map(({ lastWeight = 0 }) => lastWeight)) || undefined
}

/** Returns those of `keys` whose scale or transmitter this account can see; a link from someone else may name others. */
export function visibleKeys(
  keys: readonly SeriesKey[],
  controllers: readonly Pick<Controller, 'id'>[],
  scales: readonly Pick<Scale, 'id'>[],
): SeriesKey[] {
  const known = new Set([...controllers.map(({ id }) => -id), ...scales.map(({ id }) => id)])
  return keys.filter((key) => known.has(parseSeriesKey(key)?.seriesId ?? 0))
}

/** This many curves can be told apart; more are shown only if the user chooses them. */
export const MOST_AT_ONCE = 20

/** The weights of a transmitter's scales, or of all scales; at most `most`. */
export function weightKeys(scales: readonly Scale[], controllerId?: number, most = MOST_AT_ONCE): SeriesKey[] {
  return scales
    .filter(({ type, visible, state }) => type === 'weight' && visible && state !== 'archived')
    .filter((scale) => controllerId === undefined || scale.controllerId === controllerId)
    .slice(0, most)
    .map(({ id }) => seriesKey({ seriesId: id, column: 'weight' }))
}
