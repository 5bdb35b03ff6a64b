import type { Points } from '../../charts/points.ts'

/** A step of this much between two readings is a hand, a swarm or a fault, not bees at work. */
const JUMP_KG = 1
/** Steps are only seen where readings are near each other: nectar alone brings a kilogram in some hours. */
const LONGEST_STEP_SECONDS = 1800
/** A step belongs to the jump before when it follows this soon: an inspection is many steps. */
const SAME_JUMP_SECONDS = 3600

/** A jump of the weight: when it began, and by how many kg it went in all. */
export type Jump = { time: number; change: number }

/** The jumps in a curve of weights; those that come back within the hour, as when a lid is lifted, are none. */
export function findJumps({ time, value }: Points): Jump[] {
  const jumps: (Jump & { before: number; until: number })[] = []
  for (let i = 1; i < time.length; i++) {
    const step = value[i]! - value[i - 1]!
    if (Math.abs(step) < JUMP_KG || time[i]! - time[i - 1]! > LONGEST_STEP_SECONDS) continue
    const last = jumps[jumps.length - 1]
    if (last && time[i]! - last.until <= SAME_JUMP_SECONDS) {
      last.until = time[i]!
      last.change = value[i]! - last.before
    } else {
      jumps.push({ time: time[i]!, change: step, before: value[i - 1]!, until: time[i]! })
    }
  }
  return jumps.filter(({ change }) => Math.abs(change) >= JUMP_KG).map(({ time: at, change }) => ({ time: at, change }))
}
