import type { Scale } from '#domain/hives/scale.ts'
import { HUES, looksTogether, SCALE_COLORS } from '#domain/hives/scale-color.ts'
import { parseSeriesKey, type SeriesKey } from '../state/series-key.ts'

/** Position in the UI kit's palette, by id of the scale or (negative) controller. */
export type CurveLooks = Readonly<Record<number, number>>

/** Returns the color and dash of each scale and controller with a curve: a scale has its own, a controller's follows from its id. */
export function curveLooks(keys: readonly SeriesKey[], scales: readonly Pick<Scale, 'id' | 'color'>[]): CurveLooks {
  const ids = new Set(keys.map((key) => parseSeriesKey(key)?.seriesId ?? 0))
  const shown = scales.filter(({ id }) => ids.has(id))
  // an answer stored on the device by an earlier version has no color
  const looks = looksTogether(shown.map(({ id, color }) => ({ id, color: color ?? 0 })))
  for (const id of ids) if (id < 0) looks[id] = SCALE_COLORS - HUES + (-id % HUES)
  return looks
}
