import {
  addInspection,
  addQuickLook,
  addSwarm,
  addWetness,
  daySeconds,
  type HiveEvents,
  noEvents,
} from './apiary-events.ts'
import { type Label, type LabeledApiary, type LabeledHive, scoreSettings } from './labeled-hive.ts'
import { type Random, seededRandom } from './random.ts'
import { readScale, simulateWeather } from './simulate-apiary.ts'
import { weighHive } from './weigh-hive.ts'

const UTC_OFFSET_HOURS = 1
const LATITUDE = 47
/** 15 April 2025, 0 h local time, and its day of the year. */
const FIRST_DAY = Date.UTC(2025, 3, 15) / 1000 - UTC_OFFSET_HOURS * 3600
const DAY_OF_YEAR = 104
const SIMULATED_DAYS = 150
/** Brood laid by the lost queen goes on hatching for three weeks. */
const BROOD_DAYS = 21
/** Foragers live for some weeks, and nobody follows them (Khoury et al. 2011). */
const HALF_DAYS = 12
const LABELLED_DAYS = 75
const GRAMS_A_DAY = 150

const at = (day: number): number => FIRST_DAY + day * daySeconds

/** An apiary from the middle of April to September: one colony in five loses its queen, one in four swarms, all others are controls. */
export function simulateSummer({
  seed,
  hives: count,
  intervalMinutes,
}: {
  seed: number
  hives: number
  intervalMinutes: number
}): LabeledApiary {
  const random = seededRandom(seed)
  const events = Array.from({ length: count }, noEvents)
  for (let day = 0; day < SIMULATED_DAYS; day += random.whole(7, 21)) addInspection(events, random, at(day), 'look')
  for (const from of [50, 100]) addInspection(events, random, at(from + random.whole(0, 15)), 'harvest')
  for (let day = 0; day < SIMULATED_DAYS; day += random.whole(1, 6)) addWetness(events, random, at(day), 'rain')
  for (const hive of events) {
    for (let looks = random.whole(1, 4); looks > 0; looks--) addQuickLook(hive, random, at(random.whole(0, 149)))
  }
  const weather = simulateWeather(random, SIMULATED_DAYS, DAY_OF_YEAR)
  const hives = events.map((hive, scale): LabeledHive => {
    const { strength, labels } = planStrength(hive, random)
    const eatsGrams = strength.map((share) => GRAMS_A_DAY * (0.4 + 0.6 * share))
    const colony = { startGrams: random.between(30_000, 45_000), eatsGrams, strength }
    const weigh = weighHive(hive, weather, random, FIRST_DAY, colony)
    const { samples, celsius } = readScale(weigh, random, intervalMinutes, SIMULATED_DAYS, FIRST_DAY)
    return { scaleId: scale + 1, samples, celsius, labels, notes: hive.notes }
  })
  return { hives, settings: scoreSettings(UTC_OFFSET_HOURS, LATITUDE), intervalMinutes }
}

function planStrength(hive: HiveEvents, random: Random): { strength: number[]; labels: Label[] } {
  let drift = 1
  const strength = Array.from({ length: SIMULATED_DAYS + 1 }, () => {
    drift = Math.min(1.4, Math.max(0.6, drift + 0.03 * random.normal()))
    return drift
  })
  const lot = random.between(0, 1)
  if (lot < 0.2) {
    const lost = random.whole(5, 90)
    for (let day = lost + BROOD_DAYS; day <= SIMULATED_DAYS; day++)
      strength[day]! *= 0.5 ** ((day - lost - BROOD_DAYS) / HALF_DAYS)
    const to = Math.min(SIMULATED_DAYS, lost + LABELLED_DAYS)
    return { strength, labels: [{ what: 'queenless', from: at(lost), to: at(to), grams: 0 }] }
  }
  if (lot < 0.45) {
    const swarmed = random.whole(10, 80)
    addSwarm(hive, random, at(swarmed), random.between(1200, 3500))
    // the young queen's bees fly six weeks later
    for (let day = swarmed; day <= SIMULATED_DAYS; day++)
      strength[day]! *= 0.5 + 0.5 * Math.min(1, Math.max(0, (day - swarmed - 30) / 20))
  }
  return { strength, labels: [] }
}
