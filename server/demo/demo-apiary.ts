import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { DemoHive, HiveWork, WeightStep } from './simulate-hive.ts'

export type DemoTransmitter = {
  imei: string
  imsi: string
  name: string
  location: { latitude: number; longitude: number }
  hives: DemoHive[]
}

/** When the simulated transmitters were set up, in epoch seconds: on January 1 of the year before. */
export const historyStart = (nowSeconds: number): number => Date.UTC(yearOf(nowSeconds) - 1, 0) / 1000

/** Two places with three hives each. In May and June some swarmed, as did two lately; one more swarm leaves soon after the start. */
export function demoApiary(nowSeconds: number): DemoTransmitter[] {
  const noon = Math.floor(nowSeconds / DAY_SECONDS) * DAY_SECONDS + 12 * HOUR_SECONDS
  const year = yearOf(nowSeconds)
  const hive = (seed: number, name: string, startKg: number, strength: number, swarms: WeightStep[]): DemoHive => ({
    seed,
    name,
    startKg,
    strength,
    swarms,
    work: [year - 1, year, year + 1].flatMap((one) => workOfYear(one, seed % 10)),
  })
  return [
    {
      imei: '356938035643809',
      imsi: '228011234567890',
      name: 'Waldrand',
      location: { latitude: 46.9903, longitude: 7.4474 },
      hives: [
        hive(11, 'Linde', 42, 1, [
          { at: local(year - 1, '05-24T11:40'), kg: 2.6 },
          { at: noon - 9 * DAY_SECONDS, kg: 2.3 },
        ]),
        hive(12, 'Ahorn', 44, 1.1, [{ at: local(year, '05-19T12:10'), kg: 2.9 }]),
        hive(13, 'Eiche', 39, 0.9, [{ at: nowSeconds + 8 * 60, kg: 1.9 }]),
      ],
    },
    {
      imei: '356938035643817',
      imsi: '228011234567908',
      name: 'Obstgarten',
      location: { latitude: 47.0502, longitude: 8.3093 },
      hives: [
        hive(21, 'Apfel', 43, 1.05, [{ at: local(year, '06-08T13:20'), kg: 2.1 }]),
        hive(22, 'Birne', 40, 0.85, []),
        hive(23, 'Kirsche', 41, 1.15, [{ at: noon - 2 * DAY_SECONDS - HOUR_SECONDS, kg: 2.8 }]),
      ],
    },
  ]
}

/** What a beekeeper does at one hive in a year: honey comes off twice, then the hive is treated and fed. Its neighbors follow `minutes` later. */
function workOfYear(year: number, minutes: number): HiveWork[] {
  const at = (when: string) => local(year, when) + 60 * minutes
  return [
    { at: at('03-28T14:00'), kg: 0, label: 'inspection', amount: null, detail: 'calm' },
    { at: at('04-22T15:00'), kg: 5, label: 'super_added', amount: null, detail: null },
    { at: at('06-02T09:30'), kg: -11, label: 'harvest', amount: 11, detail: null },
    { at: at('07-21T09:30'), kg: -14, label: 'harvest', amount: 14, detail: null },
    { at: at('07-21T09:30'), kg: -5, label: 'super_removed', amount: null, detail: null },
    { at: at('07-27T18:00'), kg: 0, label: 'treatment', amount: null, detail: 'formic_acid' },
    { at: at('08-12T18:30'), kg: 5, label: 'feeding', amount: 5, detail: null },
    { at: at('08-24T18:30'), kg: 5, label: 'feeding', amount: 5, detail: null },
    { at: at('12-18T12:30'), kg: 0, label: 'treatment', amount: null, detail: 'oxalic_acid' },
  ]
}

const local = (year: number, when: string) => Date.parse(`${year}-${when}:00+01:00`) / 1000
const yearOf = (seconds: number) => new Date(seconds * 1000).getUTCFullYear()
