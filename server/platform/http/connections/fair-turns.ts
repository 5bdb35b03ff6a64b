/** The waiting caller is gone; there is nobody to answer. */
export class LeftTurns extends Error {
  constructor(cause: unknown) {
    super('left while waiting for a turn', { cause })
  }
}

/** Lets a fixed number of callers run at a time. Owners take turns in waiting, and callers that leave while waiting give up their place. */
export type FairTurns = {
  /** Resolves with a function that ends the turn. Rejects with `LeftTurns` as soon as `leaves` is aborted, unless the turn has begun. */
  take(owner: string, leaves: AbortSignal): Promise<() => void>
  /** Runs `work` in a turn of its own, unless the caller left before. */
  run<T>(owner: string, leaves: AbortSignal, work: () => Promise<T>): Promise<T>
}

type Waiting = { begin(): void }

/** `anOwner`: the maximum for a single owner, so that none can take all turns. */
export function createFairTurns(atOnce: number, anOwner: number): FairTurns {
  const running = new Map<string, number>()
  /** By owner; the order of the owners is the order of their turns. */
  const waiting = new Map<string, Set<Waiting>>()
  let free = atOnce

  const isFree = (owner: string) => free > 0 && (running.get(owner) ?? 0) < anOwner

  function begin(owner: string): () => void {
    free--
    running.set(owner, (running.get(owner) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      free++
      const left = running.get(owner)! - 1
      if (left > 0) running.set(owner, left)
      else running.delete(owner)
      next()
    }
  }

  function next(): void {
    for (const [owner, queue] of waiting) {
      if (!isFree(owner)) continue
      const [first] = queue
      queue.delete(first!)
      waiting.delete(owner)
      if (queue.size > 0) waiting.set(owner, queue)
      first!.begin()
      return
    }
  }

  const turns: FairTurns = {
    async run(owner, leaves, work) {
      const end = await turns.take(owner, leaves)
      try {
        return await work()
      } finally {
        end()
      }
    },
    take(owner, leaves) {
      if (leaves.aborted) return Promise.reject(new LeftTurns(leaves.reason))
      if (isFree(owner)) return Promise.resolve(begin(owner))
      return new Promise((resolve, reject) => {
        const queue = waiting.get(owner) ?? new Set()
        waiting.set(owner, queue)
        const giveUp = () => {
          const now = waiting.get(owner)
          now?.delete(one)
          if (now?.size === 0) waiting.delete(owner)
          reject(new LeftTurns(leaves.reason))
        }
        const one = {
          begin() {
            leaves.removeEventListener('abort', giveUp)
            resolve(begin(owner))
          },
        }
        queue.add(one)
        leaves.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
  return turns
}
