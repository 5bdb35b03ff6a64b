/** Impossible values a transmitter sent, by UTC day (its start, epoch ms), channel (−1: unknown), field and code: how often, the last value, and when. */
export type FieldFaultTable = {
  controller_id: number
  day: number
  channel: number
  field: string
  code: string
  count: number
  last_value: string
  last_at: number
}
