import type { Calibration } from '#domain/calibration.ts'
import type { CalibrationRow } from './calibration-queries.ts'

/** A calibration as the API shows it. */
export const toCalibration = (row: CalibrationRow): Calibration => ({
  controllerId: row.controller_id,
  channel: row.channel,
  offset: row.zero_raw,
  multiplier: row.kg_per_raw,
  lastRaw: row.last_raw,
  lastRawAt: row.last_raw_at === null ? null : new Date(row.last_raw_at).toISOString(),
})
