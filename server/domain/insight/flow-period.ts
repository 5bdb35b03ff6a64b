import { changesOfDays, type DayWeight } from '../hives/day-weight.ts'

/** A day on which a hive gains at least this much is a day of flow. */
const FLOW_DAY_GRAMS = 500
/** This many days of rain, or unknown days, do not end a flow. */
export const FLOW_PAUSE_DAYS = 2
/** Anything shorter, or with less in total, is not a flow. */
const FLOW_LEAST_DAYS = 3
const FLOW_LEAST_GRAMS = 3000

/** `from` and `to` are its first and last day of flow; `goesOn`: at the last known midnight it may not be over yet. */
export type FlowPeriod = { from: string; to: string; grams: number; goesOn: boolean }

/**
 * Finds the flows in net weights at midnight. Days of flow belong together if at most two other days are between them; three such days and
 * 3 kg from the start of the first to the end of the last make a flow.
 */
export function flowPeriods(midnights: readonly DayWeight[]): FlowPeriod[] {
  const changes = changesOfDays(midnights)
  const flowDays = changes.flatMap(({ grams }, day) => (grams !== null && grams >= FLOW_DAY_GRAMS ? [day] : []))
  const lastKnown = midnights.findLastIndex(({ grams }) => grams !== null)
  const runs: number[][] = []
  for (const day of flowDays) {
    const run = runs.at(-1)
    if (run && day - run.at(-1)! <= FLOW_PAUSE_DAYS + 1) run.push(day)
    else runs.push([day])
  }
  return runs.flatMap((run) => {
    const [begin, end] = [run[0]!, run.at(-1)!]
    const grams = midnights[end + 1]!.grams! - midnights[begin]!.grams!
    if (run.length < FLOW_LEAST_DAYS || grams < FLOW_LEAST_GRAMS) return []
    const goesOn = lastKnown - (end + 1) <= FLOW_PAUSE_DAYS
    return [{ from: changes[begin]!.date, to: changes[end]!.date, grams, goesOn }]
  })
}
