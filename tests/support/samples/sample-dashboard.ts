import type { LastReading } from '#domain/hives/last-reading.ts'
import type { DashboardController, DashboardScale } from '#domain/insight/dashboard.ts'
import { sampleController } from './sample-controller.ts'

/** A transmitter for tests, with the parts the test is about. */
export const controllerWith = (parts: Partial<DashboardController>): DashboardController => ({
  ...sampleController,
  scales: [],
  mutes: [],
  alarms: [],
  visit: null,
  ...parts,
})

/** A newest reading for tests, with what it measured at its own time. */
export function sampleLast({ time = '2026-05-20T12:00:00.000Z', ...parts }: Partial<LastReading>): LastReading {
  const values = { weight: 28.5, temperature: null, humidity: null, ...parts }
  const timeOf = (value: number | null) => (value === null ? null : time)
  return {
    time,
    weightTime: timeOf(values.weight),
    temperatureTime: timeOf(values.temperature),
    humidityTime: timeOf(values.humidity),
    ...values,
  }
}

/** A scale for tests, with the parts the test is about. */
export const scaleWith = (parts: Partial<DashboardScale>): DashboardScale => ({
  id: 11,
  controllerId: 1,
  channel: 1,
  name: 'Linde',
  type: 'weight',
  emptyWeight: 24,
  feedStock: 6,
  visible: true,
  isBrood: false,
  gain: 200,
  state: 'active',
  color: 0,
  temperatureCompensation: null,
  last: sampleLast({ temperature: 34.6, humidity: 61 }),
  damaged: false,
  change24h: 1.44,
  change7d: -0.5,
  noise: 0.04,
  sparkline: { time: [0, 1], weight: [28, 28.5] },
  midnights: [],
  activity: { gainLevel: 0.5, lossLevel: 0, gainTrigger: 2.5, lossTrigger: 1, time: [], gain: [], loss: [] },
  alarms: [],
  ...parts,
})
