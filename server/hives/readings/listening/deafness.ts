import { areEnough, isNobodyHeard, turnMs } from '#domain/hives/nobody-heard.ts'
import { DAY_MS, HOUR_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../../deps.ts'
import { selectExpected, selectLastHeard } from './listening-queries.ts'

/** Nobody is due sooner. */
const SHORTEST_TURN_MS = turnMs(1)
/** After this long, people have to know that nothing watches their hives, whatever the reason. */
const HELD_MS = DAY_MS

/** Whether transmitters do not reach this server at all: its own connection is gone, or the network that all of them use. */
export type Deafness = {
  /** Returns since when nobody is heard (epoch ms), while that is held against nobody; tells administrators. */
  since(nowMs: number): Promise<number | undefined>
  isSo(): boolean
  /** To be called when time has jumped. */
  forget(): void
}

export function createDeafness(
  { database, clock, config, troubles }: Pick<Deps, 'database' | 'clock' | 'config' | 'troubles'>,
  listenedMs: (sinceMs: number) => number,
): Deafness {
  /** When somebody was last heard, once that is known to be too long ago. */
  let lastHeard: number | undefined
  let isHeld = false

  async function look(now: number): Promise<number | undefined> {
    if (!clock.isTrusted()) return lastHeard
    const noted = await selectLastHeard(database.db, now)
    if (now - noted <= SHORTEST_TURN_MS) return undefined
    // everything received counts, even if it is not folded yet
    await database.write('writeContacts', undefined)
    const heardAt = await selectLastHeard(database.db, now)
    const expected = await selectExpected(database.db, config.subscriptions ? now : undefined)
    const goesOn = lastHeard !== undefined && heardAt <= lastHeard && areEnough(expected)
    return goesOn || isNobodyHeard(expected, heardAt, listenedMs) ? heardAt : undefined
  }

  return {
    async since(now) {
      lastHeard = await look(now)
      isHeld = lastHeard !== undefined && now - lastHeard <= HELD_MS
      if (lastHeard === undefined) void troubles.clear('nobody_heard')
      else {
        const hours = Math.max(1, Math.floor((now - lastHeard) / HOUR_MS))
        void troubles.raise({ kind: 'nobody_heard', values: { hours } })
      }
      return isHeld ? lastHeard : undefined
    },
    isSo: () => isHeld,
    forget() {
      lastHeard = undefined
      isHeld = false
    },
  }
}
