/** A channel that has sent raw weights or has a calibration; times in epoch ms. */
export type CalibrationTable = {
  controller_id: number
  channel: number
  last_raw: number | null
  last_raw_at: number | null
}

/** What the raw weights of a channel mean from a time on (epoch seconds): `kg = (raw − zero_raw) × kg_per_raw`. */
export type CalibrationPointTable = {
  controller_id: number
  channel: number
  from: number
  zero_raw: number
  kg_per_raw: number
}

/** The raw weights of a scale on one UTC day, as encoded by `raw-weight-day.ts`; `from` in epoch seconds. */
export type RawWeightDayTable = { scale_id: number; from: number; bytes: Uint8Array }

/** Scales whose stored raw weights must be reweighed from a UTC day on. */
export type WeighingDueTable = { scale_id: number; from: number }
