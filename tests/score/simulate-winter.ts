import { addQuickLook, addTipping, addWetness, daySeconds, type HiveEvents, noEvents } from './apiary-events.ts'
import { type Label, type LabeledApiary, type LabeledHive, scoreSettings } from './labeled-hive.ts'
import { type Random, seededRandom } from './random.ts'
import { readScale, simulateWeather } from './simulate-apiary.ts'
import { type Colony, weighHive } from './weigh-hive.ts'

const UTC_OFFSET_HOURS = 1
const LATITUDE = 47
/** 1 September 2025, 0 h local time, and its day of the year. */
const FIRST_DAY = Date.UTC(2025, 8, 1) / 1000 - UTC_OFFSET_HOURS * 3600
const DAY_OF_YEAR = 243
const WINTER_SIMULATED_DAYS = 227
/**
 * Grams that a colony uses a day, by month from September to April: 33 to 56 g in winter on scales (Quarry Life Award 2018, two hives; Mead of Life 2013), 1.5
 * to 2.7 kg in February and about 1 kg a week in March and April with brood (bees-online.at 2021 and 2022).
 */
const monthlyGrams = [70, 55, 42, 34, 38, 60, 115, 140]
const RESTS_UNTIL = 195
const SHORT_DAYS = 21

type Plan = { seed: number; hives: number; intervalMinutes: number }
type Fate = Colony & { labels: Label[]; events: HiveEvents; emptyGrams: number }

const at = (day: number): number => FIRST_DAY + day * daySeconds

/**
 * An apiary from September to the middle of April: fed, treated, rained and snowed on. Of its colonies about one in eight starves unless it is fed, one
 * in ten dies, one in nine eats far more or far less than the others from some day on; the others are controls.
 */
export function simulateWinter({ seed, hives: count, intervalMinutes }: Plan): LabeledApiary {
  const random = seededRandom(seed)
  const events = Array.from({ length: count }, noEvents)
  planWinter(events, random)
  const fates = events.map((hive) => planFate(hive, random))
  const weather = simulateWeather(random, WINTER_SIMULATED_DAYS, DAY_OF_YEAR)
  weather.dailyFlowGrams.fill(0)
  const hives = fates.map((fate, scale): LabeledHive => {
    const weigh = weighHive(fate.events, weather, random, FIRST_DAY, fate)
    const { samples, celsius } = readScale(weigh, random, intervalMinutes, WINTER_SIMULATED_DAYS, FIRST_DAY)
    const { labels, emptyGrams } = fate
    return { scaleId: scale + 1, samples, celsius, labels, notes: fate.events.notes, emptyGrams }
  })
  return { hives, settings: scoreSettings(UTC_OFFSET_HOURS, LATITUDE), intervalMinutes }
}

function planWinter(hives: HiveEvents[], random: Random): void {
  for (let day = 0; day < WINTER_SIMULATED_DAYS; day += random.whole(1, 6)) addWetness(hives, random, at(day), 'rain')
  for (let day = 80; day < 190; day += random.whole(10, 40)) addWetness(hives, random, at(day), 'snow')
  for (const day of [random.whole(5, 30), random.whole(105, 120), random.whole(190, 215)]) {
    for (const hive of hives) addQuickLook(hive, random, at(day))
  }
  for (const hive of hives) {
    for (let looks = random.whole(0, 3); looks > 0; looks--) addQuickLook(hive, random, at(random.whole(20, 220)))
    if (random.chance(0.04)) addTipping(hive, random, at(random.whole(0, 220)))
    // put down elsewhere, or onto a scale that was set to another zero
    if (random.chance(0.08)) shift(hive, at(random.whole(20, 220)), random.between(-4000, 4000))
  }
}

function shift(hive: HiveEvents, time: number, grams: number): void {
  const from = Math.round(time + 11 * 3600)
  hive.changes.push({ from, to: from + 60, grams })
}

function planFate(events: HiveEvents, random: Random): Fate {
  const emptyGrams = Math.round(random.between(15_000, 24_000))
  const factor = Math.exp(0.2 * random.normal())
  const eatsGrams = Array.from(
    { length: WINTER_SIMULATED_DAYS + SHORT_DAYS },
    (_, day) => factor * usualGrams(day) * random.between(0.7, 1.3),
  )
  const strength = eatsGrams.map(() => 1)
  const fate: Fate = {
    startGrams: emptyGrams + random.between(14_000, 22_000),
    eatsGrams,
    strength,
    labels: [],
    events,
    emptyGrams,
  }
  const lot = random.between(0, 1)
  if (lot < 0.13) fate.startGrams = emptyGrams + random.between(3500, 7500)
  else if (lot < 0.23) die(fate, random.whole(60, 170), random.whole(3, 20))
  else if (lot < 0.34) eatOtherwise(fate, random)
  eatUp(fate, random)
  return fate
}

/** From the middle of one month to that of the next. */
function usualGrams(day: number): number {
  const month = Math.max(0, Math.min(monthlyGrams.length - 1.001, day / 30.4 - 0.5))
  const [before, after] = [monthlyGrams[Math.floor(month)]!, monthlyGrams[Math.floor(month) + 1]!]
  return before + (after - before) * (month % 1)
}

const label = (what: Label['what'], from: number, to: number): Label => ({ what, from: at(from), to: at(to), grams: 0 })

function die(fate: Fate, day: number, days: number): void {
  fate.eatsGrams.forEach((grams, on) => {
    const left = Math.max(0, Math.min(1, (day - on) / days))
    fate.eatsGrams[on] = grams * left
    if (on > day - days) fate.strength[on] = left
  })
  fate.labels.push(label('deadOut', day, Math.max(day + 1, Math.min(WINTER_SIMULATED_DAYS, RESTS_UNTIL))))
}

function eatOtherwise(fate: Fate, random: Random): void {
  const from = random.whole(65, 140)
  const times = random.chance(0.6) ? random.between(2.4, 3.5) : random.between(0.1, 0.3)
  for (let day = from; day < RESTS_UNTIL; day++) fate.eatsGrams[day]! *= times
  fate.labels.push(label('outOfLine', from, RESTS_UNTIL))
}

/** Where the feed runs out half of them are fed once there is some for a week or two; the others starve. */
function eatUp(fate: Fate, random: Random): void {
  let feed = fate.startGrams - fate.emptyGrams
  const isFed = random.chance(0.5)
  const fedAt = random.between(6, 14)
  let short: number | undefined
  for (let day = 0; day < WINTER_SIMULATED_DAYS; day++) {
    const ahead = fate.eatsGrams.slice(day, day + SHORT_DAYS).reduce((sum, grams) => sum + grams, 0)
    if (short === undefined && feed < ahead) short = day
    if (isFed && short !== undefined && feed < (ahead / SHORT_DAYS) * fedAt) {
      shift(fate.events, at(day), 6000)
      feed += 6000
      fate.labels.push(label('starving', short, day))
      short = undefined
    }
    feed -= fate.eatsGrams[day]!
    if (feed > 0) continue
    die(fate, day, 1)
    break
  }
  if (short !== undefined) fate.labels.push(label('starving', short, WINTER_SIMULATED_DAYS))
}
