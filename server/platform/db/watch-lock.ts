import { isLocked, type Lane } from './lane.ts'

const LOOK_EVERY_MS = 1000

/** Wraps a lane and reports when another process holds the write lock, and when writing is possible again. */
export function watchLock(lane: Lane, tell: (isHeld: boolean) => void): Lane {
  let isHeld = false
  let isClosed = false

  async function noting<T>(asked: Promise<T>): Promise<T> {
    try {
      return await asked
    } catch (error) {
      if (isLocked(error) && !isHeld) {
        isHeld = true
        tell(true)
        lookSoon()
      }
      throw error
    }
  }

  const lookSoon = () => void setTimeout(look, LOOK_EVERY_MS).unref()

  async function look(): Promise<void> {
    if (isClosed) return
    try {
      const transaction = await lane.begin()
      await transaction.rollback()
      isHeld = false
      tell(false)
    } catch {
      lookSoon()
    }
  }

  return {
    execute: (statement) => noting(lane.execute(statement)),
    begin: () => noting(lane.begin()),
    run: (task, input, pace) => noting(lane.run(task, input, pace)),
    close() {
      isClosed = true
      return lane.close()
    },
  }
}
