import { daySeconds, type HiveEvents } from './apiary-events.ts'
import type { Random } from './random.ts'

/** One number a day: nectar of the day, how well bees fly, temperature and its swing, how the wind shakes the scale. */
export type Weather = {
  dailyFlowGrams: number[]
  flying: number[]
  meanCelsius: number[]
  swingKelvin: number[]
  stormGrams: number[]
}

/** How a colony does, one value a day: what it eats in grams, and its strength, 1 being usual. `startGrams`: what it weighs at first. */
export type Colony = { startGrams: number; eatsGrams: number[]; strength: number[] }

/**
 * What a scale under one hive would show; call it with rising times (epoch seconds), answers grams with noise and
 * drift, and the temperature outside. Nectar comes in by day and dries at night, foragers are out from morning to evening.
 */
export function weighHive(
  events: HiveEvents,
  weather: Weather,
  random: Random,
  firstDay: number,
  colony?: Colony,
): (time: number) => { grams: number; celsius: number } {
  const changes = events.changes.toSorted((a, b) => a.from - b.from)
  const foragersGrams = random.between(200, 1100)
  const strength = random.between(0.3, 1.4)
  const driftGramsPerKelvin = random.between(5, 20) * (random.chance(0.5) ? 1 : -1)
  const noiseGrams = random.between(2, 18)
  const outFrom = random.between(7, 9.5)
  const outWithin = random.between(0.8, 3)
  const homeFrom = random.between(17, 19)
  let stores = random.between(28_000, 45_000)
  if (colony) stores = colony.startGrams
  let done = 0
  let next = 0
  let before = firstDay
  let active: typeof changes = []

  return (time) => {
    const day = Math.floor((time - firstDay) / daySeconds)
    const hour = (time - firstDay - day * daySeconds) / 3600
    const hours = (time - before) / 3600
    before = time
    const flow = (weather.dailyFlowGrams[day] ?? 0) * strength * (colony?.strength[day] ?? 1)
    if (hour > 9 && hour < 19) stores += ((flow * hours) / 10) * 1.25 * (1 + 0.5 * Math.sin(hour))
    else stores -= (flow * 0.25 * hours) / 14
    stores -= colony ? (hours * (colony.eatsGrams[day] ?? 0)) / 24 : hours * 2

    while (next < changes.length && changes[next]!.from <= time) active.push(changes[next++]!)
    let moving = 0
    active = active.filter((change) => {
      if (time < change.to) {
        const share = (time - change.from) / (change.to - change.from)
        moving += change.grams * (change.bell ? share * share * (3 - 2 * share) : share)
        return true
      }
      done += change.grams
      return false
    })

    const flying = weather.flying[day] ?? 0
    const out = Math.min(1, Math.max(0, (hour - outFrom) / outWithin)) * Math.min(1, Math.max(0, homeFrom + 1.5 - hour))
    const celsius =
      (weather.meanCelsius[day] ?? 10) + (weather.swingKelvin[day] ?? 5) * Math.cos(((hour - 15) / 12) * Math.PI)
    const shake = noiseGrams + (hour > 10 && hour < 20 ? (weather.stormGrams[day] ?? 0) : 0)
    const absence = events.absences.find(({ from, to }) => time >= from && time < to)
    const foragers = foragersGrams * (colony?.strength[day] ?? 1)
    const whole = Math.max(6000, stores + done + moving) - foragers * flying * out
    const carried = absence ? whole * absence.share : whole
    return { grams: carried + driftGramsPerKelvin * (celsius - 15) + shake * random.normal(), celsius }
  }
}
