/** A server on a database that several may share. Times in epoch ms, by the database's clock. */
export type NodeTable = {
  id: string
  /** Identifies the process: another one with the same id is a copy of the data folder. */
  session: string
  /** The address at which other nodes reach it. */
  address: string | null
  version: string
  started_at: number
  seen_at: number
  stopped_at: number | null
  /** When it was last found to have vanished without stopping. */
  lost_at: number | null
  /** By how much its clock is ahead of the database's (ms), negative if it is behind; null if they agree. */
  clock_ahead_ms: number | null
}

/** The keeper, the node that takes in readings: one row, or none if there never was one. */
export type KeepingTable = {
  epoch: number
  holder: string
  lease_until: number
  /** The fingerprint of all nodes' keys. */
  keys: string | null
}
