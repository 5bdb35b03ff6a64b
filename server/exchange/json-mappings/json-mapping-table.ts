/** The JSON mapping of a transmitter, and its last document, sealed and cut short; null if there is none. `example_at` in epoch ms. */
export type JsonMappingTable = {
  controller_id: number
  mapping: string | null
  example_sealed: string | null
  example_at: number | null
}
