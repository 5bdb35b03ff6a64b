import type { Alarm } from '#domain/alerts/alarm.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { TimeSpan } from '../../../../charts/points/align-series.ts'
import { type ChartState, choosePreset, createChartState, moveRange } from './chart-state.ts'
import type { Preset } from './default-range.ts'
import { presetRange, wholeRange } from './range-presets.ts'
import { ownSeries } from './series-key.ts'

const AROUND_ALARM_SECONDS = 12 * HOUR_SECONDS

/** Creates the chart of one scale, with all its flags. `now` in epoch seconds. */
export function createScaleChart(scale: Pick<Scale, 'id' | 'type'>, now: number): ChartState {
  const state = createChartState(now)
  state.series = { [ownSeries(scale)]: true }
  state.displayFlags = true
  state.average = scale.type === 'weight' ? 'mean' : 'none'
  return state
}

/**
 * Shows the address's range or, if the address's alarm would be outside of it, the hours around the alarm, as for an
 * alarm alone. `usual`: the range if the address has neither. `now` in epoch seconds.
 */
export function showAddress(
  state: ChartState,
  range: Preset | undefined,
  alarm: Pick<Alarm, 'startedAt' | 'endedAt' | 'detectedAt'> | undefined,
  now: number,
  usual: Preset = 'week',
): void {
  const shown = range ?? usual
  if (alarm && !(range && isInside(alarm, presetRange(shown, now)))) moveRange(state, spanAround(alarm, now))
  else choosePreset(state, shown)
}

type Lasting = Pick<Alarm, 'startedAt' | 'endedAt' | 'detectedAt'>

const secondsOf = (time: string): number => Math.floor(Date.parse(time) / 1000)

const isInside = ({ startedAt }: Lasting, { from, to }: TimeSpan): boolean =>
  secondsOf(startedAt) > from && secondsOf(startedAt) < to

/** Half a day before and after; any part in the future is moved to before. */
function spanAround({ startedAt, detectedAt }: Lasting, now: number): TimeSpan {
  const from = secondsOf(startedAt) - AROUND_ALARM_SECONDS
  const to = secondsOf(detectedAt) + AROUND_ALARM_SECONDS
  const ahead = Math.max(0, to - wholeRange(now).to)
  return { from: from - ahead, to: to - ahead }
}
