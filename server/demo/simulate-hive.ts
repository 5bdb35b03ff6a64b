import type { Intervention } from '#domain/hives/intervention.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import { unit, weatherAt } from './simulate-weather.ts'

/** What leaves a hive from a time on, in epoch seconds and kg. */
export type WeightStep = { at: number; kg: number }
/** What is done at a hive and noted: `kg` is how its weight changes with it. */
export type HiveWork = WeightStep & Pick<Intervention, 'label' | 'amount' | 'detail'>

/**
 * One hive of the demo: `seed` makes its noise unique, `startKg` is its weight when it is first weighed, `strength` how much it collects and
 * eats, 1 being an average colony.
 */
export type DemoHive = {
  seed: number
  name: string
  startKg: number
  strength: number
  swarms: WeightStep[]
  work: HiveWork[]
}

/** All hives stand in the same weather. */
export const WEATHER_SEED = 100
const UTC_OFFSET_SECONDS = HOUR_SECONDS
const SWARM_SECONDS = 18 * 60

/**
 * The year of a colony in central Europe: from a day of the year on, what it collects on the best of days, what it eats a day, and the foragers
 * it sends out, each in kg, and the share of its nest that is kept warm for brood. Values in between are interpolated.
 */
const COURSE = [
  { day: 1, nectar: 0, eaten: 0.035, foragers: 0, brood: 0.05 },
  { day: 40, nectar: 0, eaten: 0.05, foragers: 0.03, brood: 0.4 },
  { day: 75, nectar: 0.1, eaten: 0.11, foragers: 0.15, brood: 0.9 },
  { day: 98, nectar: 0.5, eaten: 0.2, foragers: 0.3, brood: 1 },
  { day: 115, nectar: 1.6, eaten: 0.3, foragers: 0.45, brood: 1 },
  { day: 143, nectar: 1.75, eaten: 0.36, foragers: 0.6, brood: 1 },
  { day: 151, nectar: 0.5, eaten: 0.36, foragers: 0.6, brood: 1 },
  { day: 163, nectar: 0.45, eaten: 0.36, foragers: 0.6, brood: 1 },
  { day: 171, nectar: 1.6, eaten: 0.36, foragers: 0.6, brood: 1 },
  { day: 191, nectar: 1.15, eaten: 0.34, foragers: 0.55, brood: 1 },
  { day: 201, nectar: 0.3, eaten: 0.3, foragers: 0.5, brood: 1 },
  { day: 230, nectar: 0.2, eaten: 0.22, foragers: 0.4, brood: 1 },
  { day: 260, nectar: 0.15, eaten: 0.12, foragers: 0.3, brood: 0.9 },
  { day: 290, nectar: 0.05, eaten: 0.06, foragers: 0.12, brood: 0.5 },
  { day: 315, nectar: 0, eaten: 0.035, foragers: 0.02, brood: 0.05 },
  { day: 366, nectar: 0, eaten: 0.035, foragers: 0, brood: 0.05 },
]
type Course = Omit<(typeof COURSE)[number], 'day'>

/** What a hive weighs and how it feels inside at a time in epoch seconds: kg, °C, and percent. */
export type HiveAt = (time: number) => { weight: number; temperature: number; humidity: number }

/** Simulates a hive from `since` on, epoch seconds: its weight follows the seasons and the weather, its foragers, and what left or was taken. */
export function simulateHive(hive: DemoHive, since: number): HiveAt {
  const firstDay = localDay(since)
  /** Gain in kg until the start of each day. */
  const gained = [0]
  const gainedUntil = (day: number): number => {
    for (let next = gained.length; next <= day; next++)
      gained.push(gained[next - 1]! + gainOf(hive, firstDay + next - 1))
    return gained[day]!
  }
  return (time) => {
    const day = localDay(time)
    const hour = ((time + UTC_OFFSET_SECONDS) % DAY_SECONDS) / HOUR_SECONDS
    const { eaten, foragers, brood } = courseOf(day)
    const outside = weatherAt(WEATHER_SEED, time)
    let kg = hive.startKg + gainedUntil(day - firstDay)
    kg += collectedOn(hive, day) * flown(hour) - hive.strength * eaten * (hour / 24)
    kg -= hive.strength * foragers * away(hour) * fairness(day)
    kg += 0.006 * (outside.temperature - 15) + 0.012 * (unit(hive.seed, Math.floor(time / 60)) - 0.5)
    for (const { at, kg: left } of hive.swarms) kg -= left * Math.min(1, Math.max(0, (time - at) / SWARM_SECONDS))
    for (const { at, kg: change } of hive.work) if (time >= at) kg += change
    const cluster = 19 + 0.35 * outside.temperature
    return {
      weight: Math.round(kg * 1000) / 1000,
      temperature: hundredth(brood * 34.6 + (1 - brood) * cluster + 0.3 * unit(hive.seed + 7, Math.floor(time / 300))),
      humidity: Math.round(
        58 + 8 * Math.sin(time / 40_000 + hive.seed) + 2 * unit(hive.seed + 3, Math.floor(time / 600)),
      ),
    }
  }
}

const hundredth = (value: number) => Math.round(value * 100) / 100

/** Days change at local midnight, when no bees fly, so that the weight does not jump between them. */
const localDay = (time: number) => Math.floor((time + UTC_OFFSET_SECONDS) / DAY_SECONDS)

const collectedOn = (hive: DemoHive, day: number) =>
  hive.strength * courseOf(day).nectar * (0.85 * fairness(day) + 0.15 * unit(hive.seed, day))

const gainOf = (hive: DemoHive, day: number) => collectedOn(hive, day) - hive.strength * courseOf(day).eaten

function courseOf(day: number): Course {
  const date = new Date(day * DAY_SECONDS * 1000)
  const ofYear = day - Date.UTC(date.getUTCFullYear(), 0) / 1000 / DAY_SECONDS + 1
  const at = COURSE.findIndex((next) => next.day > ofYear)
  const [from, to] = [COURSE.at(at === -1 ? -1 : at - 1)!, COURSE.at(at)!]
  const share = from === to ? 0 : (ofYear - from.day) / (to.day - from.day)
  const between = (key: keyof Course) => from[key] + (to[key] - from[key]) * share
  return {
    nectar: between('nectar'),
    eaten: between('eaten'),
    foragers: between('foragers'),
    brood: between('brood'),
  }
}

const fairnesses = new Map<number, number>()

/** 0 on a day too cold or wet to fly, 1 on the best one: the mean of three hours of its weather. */
function fairness(day: number): number {
  const known = fairnesses.get(day)
  if (known !== undefined) return known
  const hours = [10, 13, 16].map((hour) =>
    weatherAt(WEATHER_SEED, day * DAY_SECONDS + hour * HOUR_SECONDS - UTC_OFFSET_SECONDS),
  )
  const shares = hours.map(({ temperature, cloudCover, precipitation }) => {
    const warm = Math.min(1, Math.max(0, (temperature - 9) / 9))
    return warm * (1 - 0.6 * (cloudCover / 100)) * (precipitation > 0 ? 0.2 : 1)
  })
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  fairnesses.set(day, mean)
  return mean
}

/** The share of a day's gain collected by a given hour: it comes in from 8 to 19 h. */
const flown = (hour: number) => Math.min(1, Math.max(0, (hour - 8) / 11))

/** The share of foragers out at a given hour. */
const away = (hour: number) => (hour < 7 || hour > 20 ? 0 : Math.sin(((hour - 7) / 13) * Math.PI))
