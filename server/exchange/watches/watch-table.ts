/** Who watches which transmitter; the code is the one the watch was started with, times in epoch ms. */
export type WatchTable = {
  account_id: number
  controller_id: number
  code_hash: string | null
  code_sealed: string | null
  created_at: number
}

/** Watches that the watcher has ended, kept for as long as that can be undone. */
export type EndedWatchTable = WatchTable & { ended_at: number }
