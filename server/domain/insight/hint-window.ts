import { median } from '../platform/median.ts'
import { fitCourse } from './fit-course.ts'
import type { HintApiary } from './hint.ts'

type Series = (number | null)[]

/** `beside`: how the neighbors' weights move around their own courses, for example because of rain and snow; null if there are no known neighbors. */
export type WindowHive = { grams: Series; beside: Series | null }

/** A lasting step that is not rain: another box, a reset scale, an unnoticed change by hand. */
const STEP_GRAMS = 1200
const STEP_DAYS = 4
/** More than this on all hives at once is snow, or rain that has not dried yet. */
const WET_GRAMS = 300
const MOST_STEPS = 2

/** Returns the `days` up to midnight `at` for all hives; those with at least `least` values have a known course. */
export function windowOf(
  { hives, celsius }: HintApiary,
  at: number,
  days: number,
  least: number,
): { hives: WindowHive[]; celsius: Series } {
  const from = Math.max(0, at - days)
  const weights = hives.map(({ gross }) => gross.slice(from, at + 1))
  const wet = wetDays(commonOf(weights, least))
  const dry = weights.map((grams) => grams.map((value, day) => (wet.has(day) ? null : value)))
  const around = dry.map((grams) => aroundCourse(grams, least))
  return {
    celsius: celsius.slice(from, at + 1),
    hives: dry.map((grams, hive) => {
      const others = around.flatMap((one, other) => (one !== null && other !== hive ? [one] : []))
      const beside = others.length === 0 ? null : grams.map((_, day) => median(others.flatMap((one) => one[day] ?? [])))
      return { grams, beside }
    }),
  }
}

/** How a series moves around its own course. */
function aroundCourse(grams: Series, least: number): Series | null {
  const steps = stepsOf(grams, null)
  const course = steps && fitCourse(grams, steps, least)
  if (!course) return null
  const flat = grams.map((value, day) => (value === null ? null : value - course.perDay * day))
  const level = median(flat.flatMap((value) => value ?? []))!
  return flat.map((value) => (value === null ? null : value - level))
}

/** What all hives have in common around their courses; for a single hive its own movement. */
function commonOf(weights: readonly Series[], least: number): Series {
  const around = weights.map((grams) => aroundCourse(grams, least)).filter((one) => one !== null)
  return (weights[0] ?? []).map((_, day) => median(around.flatMap((one) => one[day] ?? [])))
}

/** Days with snow or heavy rain on the hives, which makes them much heavier than on dry days. */
function wetDays(common: Series): Set<number> {
  const known = common.flatMap((value) => value ?? []).sort((a, b) => a - b)
  const usual = known[Math.floor(known.length / 3)] ?? 0
  return new Set(common.flatMap((value, day) => (value !== null && value - usual > WET_GRAMS ? [day] : [])))
}

/** Each step of a series as a column: 0 before it, 1 from it on. Null if there are too many steps to conclude anything. */
export function stepsOf(grams: Series, beside: Series | null): number[][] | null {
  const steps: number[][] = []
  let values = grams.map((value, day) => (value === null ? null : value - (beside?.[day] ?? 0)))
  for (;;) {
    const step = jumps(values) ? largestStep(values) : NO_STEP
    if (Math.abs(step.grams) < STEP_GRAMS) return steps
    if (steps.length === MOST_STEPS) return null
    steps.push(values.map((_, day) => (day < step.day ? 0 : 1)))
    values = values.map((value, day) => (value === null || day < step.day ? value : value - step.grams))
  }
}

const NO_STEP = { day: 0, grams: 0 }

/** Whether any known value is so far from the previous one that a step may lie between them; most series have none. */
function jumps(values: Series): boolean {
  let before: number | null = null
  for (const value of values) {
    if (value === null) continue
    if (before !== null && Math.abs(value - before) > STEP_GRAMS / 2) return true
    before = value
  }
  return false
}

function largestStep(values: Series): { day: number; grams: number } {
  let largest = NO_STEP
  const middle = (from: number, to: number) =>
    median(values.slice(Math.max(0, from), to).flatMap((value) => value ?? []))
  for (let day = 2; day + 2 <= values.length; day++) {
    const [before, after] = [middle(day - STEP_DAYS, day), middle(day, day + STEP_DAYS)]
    const [last, next] = [values[day - 1] ?? before, values[day] ?? after]
    if (before === null || after === null || last === null || next === null) continue
    // of neighboring days, take the one with the largest change
    const grams = after - before
    if (Math.abs(grams) >= STEP_GRAMS && Math.abs(next! - last!) > Math.abs(largest.grams))
      largest = { day, grams: next! - last! }
  }
  return largest
}
