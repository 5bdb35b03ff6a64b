/** Pseudo-random numbers in [0, 1), the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a transmitter would send for one scale: kg to the gram, °C to 0.01, % to 0.1; `time` in epoch seconds. */
export type HiveReading = { time: number; weight: number; temperature: number; humidity: number }

/**
 * A hive, reading by reading: a season with nectar flow and winter loss, a daytime dip from foraging, the temperature and humidity of the season, the time of
 * day and the weather, and sensor noise of about 8 g, 0.05 °C and 0.4 %.
 */
export function createHive(seed: number): (time: number, stepSeconds: number) => HiveReading {
  const random = seededRandom(seed)
  const noise = (deviation: number): number => (random() + random() + random() - 1.5) * 2 * deviation
  const offset = 35_000 + random() * 15_000
  let flow = 0
  let stored = 0
  let weather = 0
  return (time, stepSeconds) => {
    const season = ((time / 86_400) % 365.25) / 365.25
    const hour = (time % 86_400) / 3600
    if (time % 86_400 < stepSeconds) {
      flow = season > 0.25 && season < 0.55 ? (random() - 0.25) * 1_600 : -60
      weather = 0.7 * weather + noise(2.5)
    }
    const sun = Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI))
    stored += (flow * sun * stepSeconds) / (7.6 * 3600)
    const foragers = sun * 250 * Math.sin(season * Math.PI)
    const celsius = 10 - 11 * Math.cos(season * 2 * Math.PI) + weather + 6 * Math.sin(((hour - 9) / 12) * Math.PI)
    return {
      time,
      weight: Math.round(offset + stored - foragers + noise(8)) / 1000,
      temperature: Math.round(celsius * 100 + noise(5)) / 100,
      humidity: Math.round(Math.min(1000, Math.max(0, 650 - celsius * 10 + noise(4)))) / 10,
    }
  }
}
