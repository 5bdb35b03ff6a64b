import type { Pace } from '../../platform/db/lane.ts'

/** So many are stored without waiting for what else arrives, however many send at a time. */
const ENOUGH_REQUESTS = 32
/** Of how many sent at a time so much is left with each commit. */
const REMEMBERED = 0.97
/** Who sends the next request as soon as the last is answered is back in less. */
const PRESSED_MS = 1

/** How many requests are waiting or stored at a time lately, which is how many send and wait for an answer. */
export class Senders {
  #atATime = 1
  #underWay = 0
  #begunAt = -Infinity

  /** Half of them: one half is stored while the other is read and answered; who sends alone waits for nobody. */
  get enough(): number {
    return Math.min(ENOUGH_REQUESTS, Math.ceil(this.#atATime / 2))
  }

  /** So many are stored from now on, while others queue. */
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
