import { describe, expect, it } from 'vitest'
import type { Grassland, Weather } from '#domain/insight/weather.ts'
import { OfflineError } from '../../../api/api-error.ts'
import type { PlaceWeather } from './place-weather.ts'
import { weatherPanels } from './weather-panels.ts'
import { weatherRequest } from './weather-queries.ts'
import { weatherStatus } from './weather-status.ts'

const HOUR = 3600
const MAY = Date.UTC(2026, 4) / 1000

const weather = (over: Partial<Weather> = {}): Weather => ({
  controllerId: 1,
  placeId: 1,
  level: 'hour',
  time: [MAY, MAY + HOUR, MAY + 2 * HOUR],
  fields: { temperature: [10, null, 12], humidity: [50, 60, 70], dewPoint: [1, 2, 3] },
  simulated: false,
  providers: ['openMeteo'],
  loadedAt: null,
  problem: null,
  ...over,
})
const grassland = (year: number): Grassland => ({
  controllerId: 1,
  year,
  mark: 200,
  time: [Date.UTC(year, 0) / 1000, Date.UTC(year, 0, 2) / 1000],
  online: { sums: [5, 10], missingDays: 0, reachedOn: null },
  chip: { sums: [null, 4], missingDays: 1, reachedOn: null },
  simulated: false,
})
const place = (over: Partial<PlaceWeather> = {}): PlaceWeather => ({
  id: 1,
  name: 'Orchard',
  weather: weather(),
  grassland: [],
  ...over,
})
const around = { from: Date.UTC(2025, 0) / 1000, to: Date.UTC(2027, 0) / 1000 }
const words = {
  group: (group: string) => `group ${group}`,
  choice: (choice: string) => choice,
  mark: (mark: number) => `mark ${mark}`,
}

describe('weatherPanels', () => {
  it('puts fields of one unit in one panel, in the order of the groups', () => {
    const panels = weatherPanels(['humidity', 'dewPoint', 'temperature'], [place()], words, around)
    expect(panels.map(({ id, unit, series }) => [id, unit, series.map(({ label }) => label)])).toEqual([
      ['weather-air', '°C', ['temperature', 'dewPoint']],
      ['weather-moisture', '%', ['humidity']],
    ])
    const [temperature] = panels[0]!.series
    expect([...temperature!.points.time]).toEqual([MAY, MAY + 2 * HOUR])
    expect([...temperature!.points.value]).toEqual([10, 12])
  })

  it('names the transmitters if there are several, each with its own look', () => {
    const [panel] = weatherPanels(['temperature'], [place(), place({ name: 'Forest' })], words, around)
    expect(panel!.series.map(({ label }) => label)).toEqual(['temperature, Orchard', 'temperature, Forest'])
    expect(new Set(panel!.series.map(({ slot }) => slot)).size).toBe(2)
    expect(new Set(panel!.series.map(({ key }) => key)).size).toBe(2)
  })

  it('draws daily values at noon', () => {
    const days = weather({ level: 'day', time: [MAY], fields: { temperature: [9] } })
    const [panel] = weatherPanels(['temperature'], [place({ weather: days })], words, around)
    expect([...panel!.series[0]!.points.time]).toEqual([MAY + 12 * HOUR])
  })

  it('draws each sum of each year at the ends of its days, and the mark across them', () => {
    const places = [place({ weather: undefined, grassland: [grassland(2025), grassland(2026)] })]
    const [panel, ...others] = weatherPanels(['grasslandOnline', 'grasslandChip'], places, words, around)
    expect(others).toEqual([])
    expect(panel!.series.map(({ label }) => label)).toEqual([
      'grasslandOnline 2025',
      'grasslandChip 2025',
      'grasslandOnline 2026',
      'grasslandChip 2026',
      'mark 200',
    ])
    expect([...panel!.series[0]!.points.time]).toEqual([2, 3].map((day) => Date.UTC(2025, 0, day) / 1000))
    expect([...panel!.series[1]!.points.value]).toEqual([4])
    const { time, value } = panel!.series[4]!.points
    expect([time[0], time.at(-1)]).toEqual([Date.UTC(2025, 0), Date.UTC(2027, 0)].map((ms) => ms / 1000))
    expect(new Set(value)).toEqual(new Set([200]))
    const summer = { from: MAY, to: MAY + 7 * 24 * HOUR }
    const reached = { ...grassland(2026), online: { sums: [5, 210], missingDays: 0, reachedOn: '2026-01-02' } }
    const later = weatherPanels(['grasslandOnline'], [place({ grassland: [reached] })], words, summer)
    expect(later[0]!.series.map(({ label }) => label)).toEqual(['grasslandOnline 2026'])
  })

  it('shows nothing if nothing is chosen', () => {
    expect(weatherPanels([], [place({ grassland: [grassland(2026)] })], words, around)).toEqual([])
    expect(weatherPanels(['temperature', 'grasslandChip'], [], words, around)).toEqual([])
  })
})

describe('weatherRequest', () => {
  const days = (count: number) => count * 24 * HOUR

  it('stays the same while the chart moves a little, and contains the whole span', () => {
    const first = weatherRequest({ from: MAY + 100, to: MAY + days(7) })
    expect(weatherRequest({ from: MAY + 900, to: MAY + days(7) + 800 })).toEqual(first)
    for (let shift = 0; shift < 30; shift++) {
      const span = { from: MAY + days(shift) + 5, to: MAY + days(shift + 7) }
      const asked = weatherRequest(span)
      expect(asked.from <= span.from && asked.to > span.to && asked.level === 'hour').toBe(true)
    }
  })

  it('requests days of whole years if the span is long', () => {
    expect(weatherRequest({ from: MAY - days(400), to: MAY })).toEqual({
      level: 'day',
      from: Date.UTC(2025, 0) / 1000,
      to: Date.UTC(2027, 0) / 1000,
    })
  })
})

describe('weatherStatus', () => {
  const asked = { errors: [] as (Error | null)[], loading: false, paused: false, retry: () => undefined }
  const status = (
    places: PlaceWeather[],
    over: Partial<typeof asked> = {},
    span = { from: MAY, to: MAY + 10 * HOUR },
  ) => weatherStatus({ choices: ['temperature'], places, span, weather: { ...asked, ...over }, grassland: asked })

  it('reports only the source of weather that can be seen', () => {
    expect(status([place()])).toMatchObject({ lacks: [], providers: ['openMeteo'], simulated: false, sums: [] })
  })

  it('says why there is nothing to see', () => {
    const empty = { time: [], fields: {}, providers: [] as never[] }
    const lackOf = (...all: Parameters<typeof status>) => status(...all).lacks.map(({ lack }) => lack)
    expect(lackOf([place({ weather: weather({ ...empty, problem: 'weather_unreachable' }) })])).toEqual([
      'weather_unreachable',
    ])
    expect(lackOf([place({ weather: weather(empty) })])).toEqual(['nothing'])
    expect(lackOf([place()], {}, { from: MAY + 20 * HOUR, to: MAY + 30 * HOUR })).toEqual(['nothing'])
    const none = [place({ weather: undefined })]
    expect(lackOf(none, { errors: [new OfflineError(undefined)] })).toEqual(['offline'])
    expect(lackOf(none, { errors: [new Error('500')] })).toEqual(['failed'])
    expect(lackOf(none, { paused: true })).toEqual(['offline'])
    expect(lackOf(none, { loading: true })).toEqual([])
  })

  it('reports the state of the chosen sums', () => {
    const { sums } = weatherStatus({
      choices: ['grasslandChip'],
      places: [place({ weather: undefined, grassland: [grassland(2026)] })],
      span: { from: MAY, to: MAY + HOUR },
      weather: asked,
      grassland: asked,
    })
    expect(sums).toEqual([
      { id: 1, name: 'Orchard', year: 2026, from: 'grasslandChip', reachedOn: null, missingDays: 1, days: 2 },
    ])
  })
})
