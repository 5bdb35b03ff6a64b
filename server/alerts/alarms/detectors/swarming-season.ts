import { DAY_SECONDS } from '#domain/platform/durations.ts'

const TROPIC_DEGREES = 23.5
const EARLY_BELOW_DEGREES = 40
const MONTHS = 12
const EDGE_SECONDS = 15 * DAY_SECONDS

/**
 * Whether it is the time of year in which nearly all swarms leave: April to July, from March on nearer to the equator, and half a year later in the
 * south; always in the tropics, and if the latitude (degrees north) is unknown. `time` in epoch seconds.
 *
 * At 42° N most swarms leave between mid-May and mid-July, some until September (Cornell University, https://news.cornell.edu/node/311041); at 34° N
 * they peak in late March, with few in summer (records of Atlanta's beekeepers,
 * https://beesurprised.blogspot.com/2024/06/honey-bee-swarm-seasonality.html).
 */
export function isSwarmingSeason(time: number, latitude: number | null): boolean {
  if (latitude === null || Math.abs(latitude) < TROPIC_DEGREES) return true
  const month = new Date(time * 1000).getUTCMonth() + 1
  const inNorth = latitude > 0 ? month : ((month + MONTHS / 2 - 1) % MONTHS) + 1
  return inNorth >= (Math.abs(latitude) < EARLY_BELOW_DEGREES ? 3 : 4) && inNorth <= 7
}

/** Whether the season began at least half a month ago and lasts at least another half, when most swarms leave; never if there is no season. */
export const isHeightOfSeason = (time: number, latitude: number | null): boolean =>
  latitude !== null &&
  Math.abs(latitude) >= TROPIC_DEGREES &&
  [-EDGE_SECONDS, EDGE_SECONDS].every((seconds) => isSwarmingSeason(time + seconds, latitude))
