import type { Calibration } from '#domain/hives/calibration.ts'
import { DamagedError } from '#domain/platform/damaged-error.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { isoTime, isoTimeOrNull } from '../../platform/db/stored-time.ts'
import type { CalibrationRow } from './calibration-queries.ts'
import { decodeRawWeightDay, isFull } from './raw-weight-day.ts'

/** A calibration as the API shows it. */
export function toCalibration(row: CalibrationRow): Calibration {
  const last = newestKept(row) ?? { raw: row.last_raw, at: row.last_raw_at }
  return {
    controllerId: row.controller_id,
    channel: row.channel,
    offset: row.zero_raw,
    multiplier: row.kg_per_raw,
    from: row.from ? isoTime(row.from * 1000) : null,
    lastRaw: last.raw,
    lastRawAt: isoTimeOrNull(last.at),
    keptFrom: row.kept_from === null ? null : isoTime(Math.max(row.kept_from * 1000, Number(row.channel_since))),
    isWeighing: row.weighing_from !== null,
  }
}

/**
 * The newest raw weight stored since the scale has been on this channel. Undefined if there is none, or its day is full or damaged: the last
 * noted one is used then.
 */
function newestKept({
  newest_from,
  newest_day,
  channel_since,
}: CalibrationRow): { raw: number; at: number } | undefined {
  if (newest_from === null || newest_day === null) return undefined
  try {
    const day = decodeRawWeightDay(newest_day)
    // later places are those of combined cells
    const last = day.time.findLastIndex((place) => place < DAY_SECONDS)
    const [raw, time] = [day.raw[last], day.time[last]]
    if (raw === undefined || time === undefined || isFull(day)) return undefined
    const at = (newest_from + time) * 1000
    return at < Number(channel_since) ? undefined : { raw, at }
  } catch (error) {
    // reported when the day is written to, and by the repair
    if (error instanceof DamagedError) return undefined
    throw error
  }
}
