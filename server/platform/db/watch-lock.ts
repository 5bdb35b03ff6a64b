import { isLocked, type Lane } from './lane.ts'

const LOOK_EVERY_MS = 1000

/** Returns whether nobody else holds the lock any more; `sinceMs`: how long ago something last failed because of it. */
export type IsFree = (sinceMs: number) => Promise<boolean>

/** Wraps a lane and reports when somebody else holds what a write needs, and when writing is possible again. */
export function watchLock(lane: Lane, tell: (isHeld: boolean) => void, isFree: IsFree = begins(lane)): Lane {
  let isHeld = false
  let isClosed = false
  let failedAt = 0

  async function noting<T>(asked: Promise<T>): Promise<T> {
    try {
      return await asked
    } catch (error) {
      if (isLocked(error)) {
        failedAt = performance.now()
        if (!isHeld) {
          isHeld = true
          tell(true)
          lookSoon()
        }
      }
      throw error
    }
  }

  const lookSoon = () => void setTimeout(look, LOOK_EVERY_MS).unref()

  async function look(): Promise<void> {
    if (isClosed) return
    if (!(await isFree(performance.now() - failedAt))) return lookSoon()
    isHeld = false
    tell(false)
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

/** For an engine with one lock for all writes. */
const begins = (lane: Lane) => async (): Promise<boolean> => {
  try {
    const transaction = await lane.begin()
    await transaction.rollback()
    return true
  } catch {
    return false
  }
}
