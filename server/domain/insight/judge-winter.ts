import { median } from '../platform/median.ts'
import { type Course, fitCourse } from './fit-course.ts'
import type { DayFinding, HintApiary, HintReason } from './hint.ts'
import { stepsOf, windowOf } from './hint-window.ts'

/** Rain and warm days move a scale by more than a colony eats in a week, so the window is longer. */
export const WINTER_DAYS = 28
const LEAST_DAYS = 18
/** Above this temperature bees fly, and consumption has many causes. */
const REST_CELSIUS = 8
const FLYING_GRAMS = 150
/** The median daily consumption of the neighbors in winter. */
const REST_LEAST_GRAMS = 15
const REST_MOST_GRAMS = 110
/** If more than one hive in four gains this much a day, there is nectar. */
const NECTAR_GRAMS = 25
const NECTAR_SHARE = 0.25

const MUCH = 1.8
const MUCH_GRAMS = 25
const LITTLE = 0.45
const LITTLE_GRAMS = 18
const DEAD_GRAMS = 9
const DEAD_SHARE = 0.3
/** How many standard errors beyond the threshold a finding must be. */
const SURE = 2
/** A reported hint continues while it is at least this far beyond the threshold. */
const STAYS = 0.5
const NEIGHBORS = 2

/**
 * Judges each hive's winter by the day that ends at midnight `at`: whether it consumes far more or far less than its neighbors, or nothing
 * at all any more. Applies only while the apiary rests, which is judged by the temperature (by the foragers if nobody measures it) and by
 * the neighbors' consumption.
 */
export function judgeWinter(apiary: HintApiary, at: number): DayFinding[] {
  if (!rests(apiary, at)) return apiary.hives.map(() => null)
  const window = windowOf(apiary, at, WINTER_DAYS, LEAST_DAYS)
  const courses = window.hives.map(({ grams, beside }) => {
    const steps = stepsOf(grams, beside)
    return steps && fitCourse(grams, [...(beside ? [beside] : []), window.celsius, ...steps], LEAST_DAYS)
  })
  const gaining = courses.filter((course) => course !== null && course.perDay > NECTAR_GRAMS).length
  if (gaining > NECTAR_SHARE * courses.length) return apiary.hives.map(() => null)
  return courses.map((course, hive) => {
    // hives that use next to nothing are no basis for comparison
    const others = courses.flatMap((other, beside) =>
      other && beside !== hive && -other.perDay >= REST_LEAST_GRAMS ? [-other.perDay] : [],
    )
    const isKnown = apiary.hives[hive]!.gross[at] != null
    if (!course || !isKnown || others.length === 0) return 'unknown'
    const usual = median(others)!
    if (usual > REST_MOST_GRAMS) return null
    return compare(course, usual, others.length)
  })
}

function rests({ hives, celsius }: HintApiary, at: number): boolean {
  const from = Math.max(0, at - WINTER_DAYS)
  const known = celsius.slice(from, at + 1).flatMap((value) => value ?? [])
  if (known.length > WINTER_DAYS / 2) return median(known)! <= REST_CELSIUS
  const flying = hives.flatMap(
    ({ foragers }) => median(foragers.slice(from, at + 1).flatMap((grams) => grams ?? [])) ?? [],
  )
  return flying.length > 0 && median(flying)! < FLYING_GRAMS
}

function compare({ perDay, error }: Course, usual: number, neighbors: number): DayFinding {
  const used = -perDay
  const why = (code: HintReason['code']): HintReason[] => [
    {
      code,
      values: { grams: Math.max(0, Math.round(used)), usual: Math.round(usual), days: WINTER_DAYS, hives: neighbors },
    },
  ]
  const bars: { code: HintReason['code']; beyond: number; least: number }[] = [
    // how far the hive is beyond each threshold, in standard errors, and what that would mean
    { code: 'usesNothing', beyond: (Math.min(DEAD_GRAMS, DEAD_SHARE * usual) - used) / error, least: 1 },
    { code: 'usesMuch', beyond: (used - Math.max(MUCH * usual, usual + MUCH_GRAMS)) / error, least: NEIGHBORS },
    { code: 'usesLittle', beyond: (Math.min(LITTLE * usual, usual - LITTLE_GRAMS) - used) / error, least: NEIGHBORS },
  ]
  const found = bars.find(({ beyond, least }) => neighbors >= least && beyond >= STAYS)
  if (!found) return null
  const confidencePercent = Math.min(95, Math.round(45 + 12 * found.beyond))
  return { opens: found.beyond >= SURE, confidencePercent, why: why(found.code) }
}
