import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { EARLIEST_TIME_SECONDS } from '#domain/hives/reading.ts'
import type { Scale } from '#domain/hives/scale.ts'
import type { Jump } from '#domain/insight/net-weight.ts'
import type { ChartState } from '../state/chart-state.ts'
import { parseSeriesKey, type SeriesKey } from '../state/series-key.ts'
import { useHandJumps } from './year-queries.ts'

export type CorrectedScale = Pick<Scale, 'id'> & Partial<Pick<Scale, 'controllerId' | 'temperatureCompensation'>>

/** What to take out of the weights of scales, by scale id. */
export type WeightCorrections = {
  jumps: ReadonlyMap<number, Jump[]>
  /** `seriesId`: the series whose temperature affects the scale. */
  effects: ReadonlyMap<number, { gramsPerKelvin: number; referenceTemperature: number; seriesId: number }>
}

/** Returns the corrections that are switched on for the weights among `keys`; `netFailed` if their jumps cannot be loaded. */
export function useWeightCorrections(
  state: ChartState,
  keys: readonly SeriesKey[],
  scales: readonly CorrectedScale[],
  now: () => number,
): WeightCorrections & { netFailed: boolean } {
  const { range, net, compensated } = useSnapshot(state)
  const shown = useMemo(() => {
    const ids = new Set(
      keys.flatMap((key) => (parseSeriesKey(key)?.column === 'weight' ? [parseSeriesKey(key)!.seriesId] : [])),
    )
    return scales.filter(({ id }) => ids.has(id))
  }, [keys, scales])
  const length = range.xmax - range.xmin
  const { jumps, failed } = useHandJumps(
    shown.map(({ id }) => id),
    { from: Math.max(EARLIEST_TIME_SECONDS, range.xmin - length), to: Math.min(range.xmax + length, now() / 1000) },
    net,
    now(),
  )
  const effects = useMemo(() => {
    const found = compensated ? shown : []
    return new Map(
      found.flatMap(({ id, controllerId, temperatureCompensation: effect }) => {
        if (!effect || (effect.source === 'controller' && controllerId === undefined)) return []
        const seriesId = effect.source === 'controller' ? -controllerId! : id
        return [[id, { ...effect, seriesId }] as const]
      }),
    )
  }, [shown, compensated])
  return useMemo(() => ({ jumps, effects, netFailed: failed }), [jumps, effects, failed])
}
