/** Who watches whose transmitter; the code is the one it was come by, times in epoch ms. */
export type WatchTable = {
  account_id: number
  controller_id: number
  code_hash: string | null
  code_sealed: string | null
  created_at: number
}

/** Watches that the watcher ended, for as long as that can be undone. */
export type EndedWatchTable = WatchTable & { ended_at: number }
