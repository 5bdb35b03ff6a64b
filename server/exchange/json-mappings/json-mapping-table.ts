/** What the JSON of a transmitter means, and the last document, sealed and cut short; null where there is none. `example_at` in epoch ms. */
export type JsonMappingTable = {
  controller_id: number
  mapping: string | null
  example_sealed: string | null
  example_at: number | null
}
