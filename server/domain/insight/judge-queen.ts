import { kgFromGrams } from '../hives/units.ts'
import { median } from '../platform/median.ts'
import type { DayFinding, HintApiary, HintHive, HintReason } from './hint.ts'

/** Days over which gains are compared; recent foragers are compared with those of a period this long before. */
const GAIN_DAYS = 10
const RECENT_DAYS = 6
const LEAST_DAYS = 4
/** The neighbors' median gain in that time when there is something to gain. */
const FLOW_GRAMS = 2000
const FLOW_GOES_ON_GRAMS = 1000
/** As shares of the neighbors' gain. */
const NO_GAIN = 0.2
const LITTLE_GAIN = 0.4
const FORMER_GAIN = 0.5
/** How many days ago the hive must have gained normally. */
const formerDays = [20, 25, 30]
/** The remaining share of its foragers, relative to the neighbors'. */
const SHRUNK = 0.65
/** Fewer foragers, or a smaller share than this, are drift of a scale. */
const LEAST_FORAGERS_GRAMS = 120
const LEAST_SHARE = 0.4
/** A day with a loss this much larger than the neighbors' is an explanation of its own: a swarm, or a change by hand. */
const LOSS_GRAMS = 900
const EXPLAINS_DAYS = 11
const NEIGHBORS = 2
export const QUEEN_DAYS = GAIN_DAYS + formerDays.at(-1)!

/**
 * Judges each hive's queen by the day that ends at midnight `at`: some weeks ago the hive gained like its neighbors, now they gain and it
 * does not, and its foragers, if its scale shows them, have become fewer. A hive that swarmed or otherwise lost weight suddenly is not
 * reported.
 */
export function judgeQueen({ hives }: HintApiary, at: number): DayFinding[] {
  return hives.map((hive, own) => {
    const others = hives.filter((_, other) => other !== own)
    const gain = gainOf(hive, at)
    const gains = others.flatMap((other) => gainOf(other, at) ?? [])
    if (gain === null || gains.length < NEIGHBORS) return 'unknown'
    const usual = median(gains)!
    if (usual < FLOW_GOES_ON_GRAMS) return 'unknown'
    if (gain > LITTLE_GAIN * usual || lostAtOnce(hive, others, at)) return null
    const former = formerGain(hive, others, at)
    if (former === null) return 'unknown'
    const left = foragersLeft(hive, others, at)
    if (former < FORMER_GAIN || (left !== null && left > SHRUNK)) return null
    const values = {
      kg: kgFromGrams(Math.round(gain)),
      usual: kgFromGrams(Math.round(usual)),
      days: GAIN_DAYS,
      hives: gains.length,
    }
    const why: HintReason[] = [{ code: 'noGain', values }]
    return {
      opens: usual >= FLOW_GRAMS && gain <= NO_GAIN * usual,
      confidencePercent: left === null ? 55 : 75,
      why: left === null ? why : [...why, { code: 'fewerForagers', values: { percent: Math.round((1 - left) * 100) } }],
    }
  })
}

function gainOf({ net }: HintHive, at: number): number | null {
  const [begin, end] = [net[at - GAIN_DAYS] ?? null, net[at] ?? null]
  return begin === null || end === null ? null : end - begin
}

/** The hive's gain some weeks ago as a share of the neighbors' median. */
function formerGain(hive: HintHive, others: readonly HintHive[], at: number): number | null {
  const shares = formerDays.flatMap((ago) => {
    const own = gainOf(hive, at - ago)
    const usual = median(others.flatMap((other) => gainOf(other, at - ago) ?? []))
    return own === null || usual === null || usual < FLOW_GOES_ON_GRAMS ? [] : [own / usual]
  })
  return median(shares)
}

/** The share of its foragers of about two weeks before that still fly, relative to the neighbors'; null if its scale shows none. */
function foragersLeft(hive: HintHive, others: readonly HintHive[], at: number): number | null {
  const shares = Array.from({ length: 2 * GAIN_DAYS }, (_, day) => {
    const midnight = at - 2 * GAIN_DAYS + 1 + day
    const own = hive.foragers[midnight] ?? null
    const usual = median(others.flatMap(({ foragers }) => foragers[midnight] ?? []))
    return own === null || usual === null || usual < LEAST_FORAGERS_GRAMS ? null : own / usual
  })
  const [before, recent] = [middle(shares.slice(0, GAIN_DAYS)), middle(shares.slice(-RECENT_DAYS))]
  return before === null || recent === null || before < LEAST_SHARE ? null : recent / before
}

function lostAtOnce(hive: HintHive, others: readonly HintHive[], at: number): boolean {
  for (let day = Math.max(1, at - EXPLAINS_DAYS); day <= at; day++) {
    const change = changeOf(hive, day)
    const usual = median(others.flatMap((other) => changeOf(other, day) ?? []))
    if (change !== null && usual !== null && change < Math.min(0, usual) - LOSS_GRAMS) return true
  }
  return false
}

function changeOf({ net }: HintHive, day: number): number | null {
  const [before, after] = [net[day - 1] ?? null, net[day] ?? null]
  return before === null || after === null ? null : after - before
}

function middle(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => value ?? [])
  return known.length < LEAST_DAYS ? null : median(known)
}
