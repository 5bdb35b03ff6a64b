import type { HintAlarm } from '../alerts/alarm-types.ts'
import type { DayFinding, HintEpisode } from './hint.ts'

/** This many consecutive days must show it before anyone is told. */
export const SHOWN_DAYS = 2
/** After this many unknown days a reported hint is over. */
export const PATIENT_DAYS = 7

/**
 * Returns the hints shown by consecutive days, in order; `from` is the index of the midnight that ends the first day. `carried`: an episode
 * that was open before them. One more or less unknown day changes nothing: such days neither start nor end an episode, unless there are
 * many in a row.
 */
export function hintEpisodes(
  type: HintAlarm,
  days: readonly DayFinding[],
  from: number,
  carried: HintEpisode | null,
): HintEpisode[] {
  const episodes: HintEpisode[] = carried ? [{ ...carried }] : []
  let open = episodes[0]
  let opening = 0
  for (const [day, finding] of days.entries()) {
    const at = from + day
    if (finding === 'unknown') {
      opening = 0
      if (open && at - open.shown > PATIENT_DAYS) open = end(open, at)
    } else if (!finding) {
      opening = 0
      if (open) open = end(open, at)
    } else if (open) {
      open.shown = at
      if (finding.opens) Object.assign(open, { confidencePercent: finding.confidencePercent, why: finding.why })
    } else if (finding.opens && ++opening >= SHOWN_DAYS) {
      const { confidencePercent, why } = finding
      open = { type, from: at, to: null, shown: at, confidencePercent, why }
      episodes.push(open)
      opening = 0
    } else if (!finding.opens) opening = 0
  }
  return episodes
}

function end(open: HintEpisode, at: number): undefined {
  open.to = at
  return undefined
}
