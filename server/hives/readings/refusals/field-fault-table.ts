/**
 * What a transmitter sent that could not be, by UTC day (its beginning, epoch ms), channel (−1: not known), field and code: how
 * often, what it was last, and when.
 */
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
