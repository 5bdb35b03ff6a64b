import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { DemoHive } from './simulate-hive.ts'

export type DemoTransmitter = {
  imei: string
  imsi: string
  name: string
  location: { latitude: number; longitude: number }
  hives: DemoHive[]
}

export const HISTORY_DAYS = 60
const YEAR_SECONDS = 365 * DAY_SECONDS
const WEATHER = { thisYear: 99, yearBefore: 98 }
export const READING_SECONDS = 600

/** Two places with three hives each. The history contains a past swarm and a harvest; one more swarm leaves soon after the start. */
export function demoApiary(nowSeconds: number): DemoTransmitter[] {
  const noon = Math.floor(nowSeconds / DAY_SECONDS) * DAY_SECONDS + 12 * HOUR_SECONDS
  return [
    {
      imei: '356938035643809',
      imsi: '228011234567890',
      name: 'Waldrand',
      location: { latitude: 46.9903, longitude: 7.4474 },
      hives: [
        hive(11, 'Linde', 31, 0.9, { swarms: [{ at: noon - 9 * DAY_SECONDS, kg: 2.3 }] }),
        hive(12, 'Ahorn', 34, 1.1, { harvests: [{ at: noon - 20 * DAY_SECONDS, kg: 14 }] }),
        hive(13, 'Eiche', 28, 0.7, { swarms: [{ at: nowSeconds + 8 * 60, kg: 1.9 }] }),
      ],
    },
    {
      imei: '356938035643817',
      imsi: '228011234567908',
      name: 'Obstgarten',
      location: { latitude: 47.0502, longitude: 8.3093 },
      hives: [
        hive(21, 'Apfel', 36, 0.8, { harvests: [{ at: noon - 15 * DAY_SECONDS, kg: 11 }] }),
        hive(22, 'Birne', 29, 0.6, {}),
        hive(23, 'Kirsche', 33, 1.0, { swarms: [{ at: noon - 2 * DAY_SECONDS - HOUR_SECONDS, kg: 2.8 }] }),
      ],
    },
  ]
}

const hive = (
  seed: number,
  name: string,
  startKg: number,
  flowKgPerDay: number,
  events: Partial<Pick<DemoHive, 'swarms' | 'harvests'>>,
): DemoHive => ({ seed, weather: WEATHER.thisYear, name, startKg, flowKgPerDay, swarms: [], harvests: [], ...events })

/** The same weeks one year earlier, when it was drier and nothing happened. */
export const yearBefore = (since: number): number => since - YEAR_SECONDS
export const asYearBefore = (hive: DemoHive): DemoHive => ({
  ...hive,
  weather: WEATHER.yearBefore,
  flowKgPerDay: hive.flowKgPerDay * 0.7,
  swarms: [],
  harvests: [],
})
