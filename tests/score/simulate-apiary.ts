import type { Sample } from '../../server/alerts/alarms/detectors/detector.ts'
import {
  addInspection,
  addQuickLook,
  addRain,
  addRemoval,
  addRobbing,
  addSwarm,
  addTipping,
  daySeconds,
  type HiveEvents,
  noEvents,
} from './apiary-events.ts'
import { type Label, type LabeledApiary, type LabeledHive, scoreSettings } from './labeled-hive.ts'
import { type Random, seededRandom } from './random.ts'
import { type Weather, weighHive } from './weigh-hive.ts'

const UTC_OFFSET_HOURS = 1
const LATITUDE = 47
/** 1 January 2025, 0 h local time. */
const FIRST_DAY = Date.UTC(2025, 0, 1) / 1000 - UTC_OFFSET_HOURS * 3600

export type ApiaryPlan = { seed: number; hives: number; intervalMinutes: number; days?: number }

/**
 * One simulated year of an apiary in central Europe, every event labeled. Events happen more often than in life, so
 * that a run says something about each of them: a prime swarm per hive and year, every third hive robbed, every
 * fourth removed, every fifth tipped over.
 */
export function simulateApiary({ seed, hives: count, intervalMinutes, days = 365 }: ApiaryPlan): LabeledApiary {
  const random = seededRandom(seed)
  const events = Array.from({ length: count }, noEvents)
  const midnight = (day: number) => FIRST_DAY + day * daySeconds
  planApiary(events, random, midnight)
  for (const hive of events) planHive(hive, random, midnight)
  const weather = simulateWeather(random, days)
  const hives = events.map((hive, at): LabeledHive => {
    const weigh = weighHive(hive, weather, random, FIRST_DAY)
    const { samples, celsius } = readScale(weigh, random, intervalMinutes, days)
    const last = samples.at(-1)?.time ?? FIRST_DAY
    return {
      scaleId: at + 1,
      samples,
      celsius,
      labels: hive.labels
        .filter((label) => label.to < last && isObserved(label, samples, intervalMinutes))
        .map((label) => onScale(label, hive)),
      notes: hive.notes,
    }
  })
  return { hives, settings: scoreSettings(UTC_OFFSET_HOURS, LATITUDE), intervalMinutes }
}

function planApiary(hives: HiveEvents[], random: Random, midnight: (day: number) => number): void {
  for (let day = 75; day < 290; day += random.whole(7, 21)) addInspection(hives, random, midnight(day), 'look')
  for (const from of [150, 205]) addInspection(hives, random, midnight(from + random.whole(0, 20)), 'harvest')
  for (let day = 215; day < 270; day += random.whole(5, 12)) addInspection(hives, random, midnight(day), 'feed')
  for (let day = 0; day < 365; day += random.whole(1, 6)) addRain(hives, random, midnight(day))
}

function planHive(hive: HiveEvents, random: Random, midnight: (day: number) => number): void {
  const prime = random.whole(100, 190)
  addSwarm(hive, random, midnight(prime), random.between(800, 4000))
  if (random.chance(0.35)) addSwarm(hive, random, midnight(prime + random.whole(7, 10)), random.between(800, 1500))
  for (let count = random.whole(2, 6); count > 0; count--) addQuickLook(hive, random, midnight(random.whole(60, 300)))
  if (random.chance(0.33)) addRobbing(hive, random, midnight(random.whole(200, 280)))
  if (random.chance(0.25)) addRemoval(hive, random, midnight(random.whole(0, 360)))
  if (random.chance(0.2)) addTipping(hive, random, midnight(random.whole(0, 360)))
}

/** `firstDay`: of the year, 0 on 1 January. */
export function simulateWeather(random: Random, days: number, firstDay = 0): Weather {
  let flow = 0
  const dailyFlowGrams: number[] = []
  const flying: number[] = []
  const meanCelsius: number[] = []
  const swingKelvin: number[] = []
  const stormGrams: number[] = []
  for (let day = firstDay; day <= firstDay + days; day++) {
    const season = Math.max(0, Math.sin(((day - 80) / 365) * 2 * Math.PI))
    flow = Math.max(0, 0.8 * flow + season * random.between(-300, 700))
    dailyFlowGrams.push(flow)
    flying.push(season > 0 ? random.between(0.1, 1) : random.chance(0.2) ? random.between(0, 0.3) : 0)
    meanCelsius.push(10 - 10 * Math.cos(((day - 20) / 365) * 2 * Math.PI) + 3 * random.normal())
    swingKelvin.push(random.between(2, 14))
    stormGrams.push(random.chance(0.1) ? random.between(10, 70) : 0)
  }
  return { dailyFlowGrams, flying, meanCelsius, swingKelvin, stormGrams }
}

/** Readings with spikes of one reading, single ones missing, and outages of hours to two days. */
export function readScale(
  weigh: ReturnType<typeof weighHive>,
  random: Random,
  intervalMinutes: number,
  days: number,
  firstDay = FIRST_DAY,
): { samples: Sample[]; celsius: number[] } {
  const samples: Sample[] = []
  const temperatures: number[] = []
  const spikeChance = random.between(0.1, 0.5) / ((24 * 60) / intervalMinutes)
  const interval = intervalMinutes * 60
  const offset = random.whole(0, interval - 1)
  let silentUntil = 0
  for (let time = firstDay + offset; time < firstDay + days * daySeconds; time += interval) {
    const { grams: carried, celsius } = weigh(time)
    let grams = carried
    if (random.chance(spikeChance)) grams += random.between(200, 1350) * (random.chance(0.5) ? 1 : -1)
    if (random.chance(0.02 / ((24 * 60) / intervalMinutes))) silentUntil = time + random.between(2, 48) * 3600
    if (time < silentUntil || random.chance(0.005)) continue
    samples.push({ time, weightGrams: Math.round(grams) })
    temperatures.push(celsius)
  }
  return { samples, celsius: temperatures }
}

/** Of a swarm that leaves while its hive stands beside the scale, the scale shows no more than what it still carries. */
function onScale(label: Label, { absences }: HiveEvents): Label {
  if (label.what !== 'swarm') return label
  const shares = absences.filter(({ from, to }) => from < label.to && to > label.from).map(({ share }) => share)
  return { ...label, grams: label.grams * Math.min(1, ...shares) }
}

/** Nobody can see what happens while the scale is silent: such a label is left out. */
function isObserved({ from, to }: Label, samples: readonly Sample[], intervalMinutes: number): boolean {
  const next = samples.findIndex(({ time }) => time >= from)
  if (next < 1) return false
  const after = samples.find(({ time }) => time >= Math.min(to, from + 1800))
  const silentSeconds = Math.max(3 * 3600, 2.5 * intervalMinutes * 60)
  return after !== undefined && after.time - samples[next - 1]!.time < silentSeconds
}
