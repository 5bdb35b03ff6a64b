/** A channel that has sent raw weights or has a calibration; times in epoch ms. */
export type CalibrationTable = {
  controller_id: number
  channel: number
  last_raw: number | null
  last_raw_at: number | null
}

/** What raw weights of a channel mean from a time on, epoch seconds: `kg = (raw − zero_raw) × kg_per_raw`. */
export type CalibrationPointTable = {
  controller_id: number
  channel: number
  from: number
  zero_raw: number
  kg_per_raw: number
}

/** What a scale sent before calibration on a UTC day, as `raw-weight-day.ts` writes it; `from` in epoch seconds. */
export type RawWeightDayTable = { scale_id: number; from: number; bytes: Uint8Array }

/** Scales whose stored raw weights are to be weighed anew from a UTC day on. */
export type WeighingDueTable = { scale_id: number; from: number }
