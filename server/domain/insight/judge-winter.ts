import { median } from '../platform/median.ts'
import { type Course, fitCourse } from './fit-course.ts'
import type { DayFinding, HintApiary, HintReason } from './hint.ts'
import { stepsOf, windowOf } from './hint-window.ts'

/** Rain and warm days move a scale by more than a colony eats in a week. */
export const WINTER_DAYS = 28
const LEAST_DAYS = 18
/** Above it bees fly, and colonies use what they use for many reasons. */
const REST_CELSIUS = 8
const FLYING_GRAMS = 150
/** What the middle one of the neighbours uses in a day of winter. */
const REST_LEAST_GRAMS = 15
const REST_MOST_GRAMS = 110
/** Where more than one hive of four gains so much a day, there is nectar. */
const NECTAR_GRAMS = 25
const NECTAR_SHARE = 0.25

const MUCH = 1.8
const MUCH_GRAMS = 25
const LITTLE = 0.45
const LITTLE_GRAMS = 18
const DEAD_GRAMS = 9
const DEAD_SHARE = 0.3
/** Standard errors between what is found and where it would be nothing. */
const SURE = 2
/** What was told goes on as long as it is at least so likely. */
const STAYS = 0.5
const NEIGHBOURS = 2

/**
 * What the day that ends at midnight `at` says of each hive's winter: whether it uses far more or far less than its neighbours, or nothing any more.
 * Only while the apiary rests: by the temperature, or where nobody measures it by the foragers, and by what the neighbours use.
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
    // those that use next to nothing are no measure
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

function compare({ perDay, error }: Course, usual: number, neighbours: number): DayFinding {
  const used = -perDay
  const why = (code: HintReason['code']): HintReason[] => [
    {
      code,
      values: { grams: Math.max(0, Math.round(used)), usual: Math.round(usual), days: WINTER_DAYS, hives: neighbours },
    },
  ]
  const bars: { code: HintReason['code']; beyond: number; least: number }[] = [
    // how far it is beyond each bar, in standard errors, and what it would be
    { code: 'usesNothing', beyond: (Math.min(DEAD_GRAMS, DEAD_SHARE * usual) - used) / error, least: 1 },
    { code: 'usesMuch', beyond: (used - Math.max(MUCH * usual, usual + MUCH_GRAMS)) / error, least: NEIGHBOURS },
    { code: 'usesLittle', beyond: (Math.min(LITTLE * usual, usual - LITTLE_GRAMS) - used) / error, least: NEIGHBOURS },
  ]
  const found = bars.find(({ beyond, least }) => neighbours >= least && beyond >= STAYS)
  if (!found) return null
  const confidencePercent = Math.min(95, Math.round(45 + 12 * found.beyond))
  return { opens: found.beyond >= SURE, confidencePercent, why: why(found.code) }
}
