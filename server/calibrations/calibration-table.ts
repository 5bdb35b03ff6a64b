/** What raw weights of a channel mean: `kg = (raw − zero_raw) × kg_per_raw`, null until somebody weighed; times in epoch ms. */
export type CalibrationTable = {
  controller_id: number
  channel: number
  zero_raw: number | null
  kg_per_raw: number | null
  last_raw: number | null
  last_raw_at: number | null
}
