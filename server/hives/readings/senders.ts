import type { Pace } from '../../platform/db/lane.ts'

/** This many are stored without waiting for more to arrive, however many send concurrently. */
const ENOUGH_REQUESTS = 32
/** The share of the remembered concurrency that is left after each commit. */
const REMEMBERED = 0.97
/** A sender that sends its next request right after the answer is back within this time. */
const PRESSED_MS = 1

/** Estimates how many requests were waiting or being stored at a time recently, that is, how many senders wait for an answer. */
export class Senders {
  #atATime = 1
  #underWay = 0
  #begunAt = -Infinity

  /** Half of the senders: one half is stored while the other is read and answered. A single sender waits for nobody. */
  get enough(): number {
    return Math.min(ENOUGH_REQUESTS, Math.ceil(this.#atATime / 2))
  }

  /** To be called when this many requests start being stored, while others queue. */
  begin(requests: number, queued: number): Pace | undefined {
    this.#atATime = Math.max(queued + requests + this.#underWay, this.#atATime * REMEMBERED)
    this.#underWay += requests
    const now = performance.now()
    const isPressed = this.#atATime === 1 && now - this.#begunAt < PRESSED_MS
    this.#begunAt = now
    return isPressed ? 'pressed' : undefined
  }

  end(requests: number): void {
    this.#underWay -= requests
  }
}
