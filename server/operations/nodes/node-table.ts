/** A server on a database that several may share. Times in epoch ms, by the database's clock. */
export type NodeTable = {
  id: string
  /** Of the process: another one with the same id is a copy of the data folder. */
  session: string
  /** Where the other nodes reach it. */
  address: string | null
  version: string
  started_at: number
  seen_at: number
  stopped_at: number | null
  /** When it was last found to be gone without a word. */
  lost_at: number | null
  /** By how much its clock is ahead of the database's, negative where it is behind; null where they fit. */
  clock_ahead_ms: number | null
}

/** Which node keeps the readings: one row, or none where there never was one. */
export type KeepingTable = {
  epoch: number
  holder: string
  lease_until: number
  /** By what the keys of all nodes are known. */
  keys: string | null
}
