import { DAY_SECONDS } from '#domain/platform/durations.ts'

/** One hive of the demo: `seed` makes its noise unique, `weather` is shared by all hives, `swarms` are the times (epoch seconds) at which a swarm leaves. */
export type DemoHive = {
  seed: number
  weather: number
  name: string
  startKg: number
  flowKgPerDay: number
  swarms: { at: number; kg: number }[]
  harvests: { at: number; kg: number }[]
}

const SWARM_SECONDS = 18 * 60

/**
 * Weight in kg at a time in epoch seconds: start weight, seasonal flow, the dip while foragers are out, evening drying, temperature
 * drift, noise, and what left or was taken.
 */
export function weightAt(hive: DemoHive, time: number, since: number, utcOffsetHours: number): number {
  const hour = (((time / 3600 + utcOffsetHours) % 24) + 24) % 24
  const whole = localDay(time, utcOffsetHours) - localDay(since, utcOffsetHours)
  let kg = hive.startKg
  for (let day = 0; day < whole; day++) kg += gainOfDay(hive, day)
  kg += gainOfDay(hive, whole) * flown(hour)
  kg -= 0.55 * away(hour) * fairness(hive, whole)
  kg += 0.012 * (temperatureAt(hive, time, since, utcOffsetHours) - 20)
  kg += 0.012 * (unit(hive.seed, Math.floor(time / 60)) - 0.5)
  for (const { at, kg: left } of hive.swarms) kg -= left * Math.min(1, Math.max(0, (time - at) / SWARM_SECONDS))
  for (const { at, kg: taken } of hive.harvests) if (time >= at) kg -= taken
  return Math.round(kg * 1000) / 1000
}

/** Brood-nest temperature in °C: near 35 in a strong colony, following the outside temperature slightly. */
export function temperatureAt(hive: DemoHive, time: number, since: number, utcOffsetHours: number): number {
  const hour = (((time / 3600 + utcOffsetHours) % 24) + 24) % 24
  const day = localDay(time, utcOffsetHours) - localDay(since, utcOffsetHours)
  const outside = 15 + 8 * fairness(hive, day) + 6 * Math.cos(((hour - 15) / 24) * 2 * Math.PI)
  return Math.round((24 + outside * 0.45 + unit(hive.seed + 7, Math.floor(time / 300)) * 0.3) * 100) / 100
}

export const humidityAt = (hive: DemoHive, time: number): number =>
  Math.round(58 + 8 * Math.sin(time / 40_000 + hive.seed) + 2 * unit(hive.seed + 3, Math.floor(time / 600)))

/** Days change at local midnight, when no bees fly, so that the weight does not jump between them. */
const localDay = (time: number, utcOffsetHours: number) => Math.floor((time + utcOffsetHours * 3600) / DAY_SECONDS)

const gainOfDay = (hive: DemoHive, day: number) => hive.flowKgPerDay * (1.6 * fairness(hive, day) - 0.35)

/** 0 on a rainy day, 1 on the best one: mostly the weather that all hives share, plus a little of their own. */
const fairness = (hive: DemoHive, day: number) => 0.85 * unit(hive.weather, day) + 0.15 * unit(hive.seed, day)

/** The share of a day's gain collected by a given hour: it comes in from 8 to 19 h. */
const flown = (hour: number) => Math.min(1, Math.max(0, (hour - 8) / 11))

/** The share of foragers out at a given hour. */
const away = (hour: number) => (hour < 7 || hour > 20 ? 0 : Math.sin(((hour - 7) / 13) * Math.PI))

/** A fixed number from 0 to 1 for a pair of integers (an integer hash based on Chris Wellons' lowbias32). */
export function unit(a: number, b: number): number {
  let x = (Math.imul(a, 0x9e3779b1) ^ b) >>> 0
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d)
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b)
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32
}
