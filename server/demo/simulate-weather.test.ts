import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/server/test-app.ts'
import { fillWeather } from './fill-weather.ts'
import { simulateWeather } from './simulate-weather.ts'

let app: TestApp

beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const utc = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000
const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length

it('simulates a plausible year: seasons, rain now and then, humidity of 100 % at most', () => {
  const { columns, time } = simulateWeather(7, utc('2025-01-01'), utc('2026-01-01'))
  expect(time).toHaveLength(8760)
  const { temperature, dewPoint, precipitation, windBearing, pressure } = columns
  const month = (column: Int32Array, index: number) => mean(column.subarray(index * 730, (index + 1) * 730))
  expect(month(temperature!, 6) - month(temperature!, 0)).toBeGreaterThan(1200)
  expect(temperature!.every((value, at) => value >= dewPoint![at]!)).toBe(true)
  const rain = mean(precipitation!) * 876
  expect(rain > 200 && rain < 2500, `${rain} mm a year`).toBe(true)
  expect(windBearing!.every((degrees) => degrees >= 0 && degrees < 360)).toBe(true)
  expect(pressure!.every((pascal) => pascal > 97_000 && pascal < 104_000)).toBe(true)
  expect(simulateWeather(7, utc('2025-01-01'), utc('2026-01-01')).columns).toEqual(columns)
})

it('fills the places of the demo and marks the weather as simulated, even when started again', async () => {
  const anna = await app.signIn('anna@example.org')
  const { id } = await app.claim(anna)
  await fillWeather(app.deps)
  await fillWeather(app.deps)
  const query = `controllerId=${id}&from=${utc('2026-05-01')}&to=${utc('2026-05-08')}&fields=temperature,pressure`
  const { body } = await anna.get(`/weather?${query}`)
  expect(body).toMatchObject({ simulated: true, providers: [], problem: null })
  expect(body.time).toHaveLength(7 * 24)
  const sums = (await anna.get(`/weather/grassland?controllerId=${id}&year=2026`)).body
  expect(sums.simulated).toBe(true)
  expect(sums.online).toMatchObject({ missingDays: 0, reachedOn: expect.stringMatching(/^2026-0[234]/) })
})
