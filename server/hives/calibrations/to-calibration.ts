import type { Calibration } from '#domain/hives/calibration.ts'
import type { CalibrationRow } from './calibration-queries.ts'

const isoOf = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(Number(milliseconds)).toISOString()

/** A calibration as the API shows it. */
export const toCalibration = (row: CalibrationRow): Calibration => ({
  controllerId: row.controller_id,
  channel: row.channel,
  offset: row.zero_raw,
  multiplier: row.kg_per_raw,
  from: row.from ? isoOf(row.from * 1000) : null,
  lastRaw: row.last_raw,
  lastRawAt: isoOf(row.last_raw_at),
  keptFrom: row.kept_from === null ? null : isoOf(row.kept_from * 1000),
  isWeighing: row.weighing_from !== null,
})
