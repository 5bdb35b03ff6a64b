import { describe, expect, it, onTestFinished } from 'vitest'
import { areaColor, gainColor, gainMarks, hiveColors, lastKnownDay } from './gain-marks.ts'
import { channelsOf, heatScale, niceAbove, stepOf } from './heat-scale.ts'
import { labelLetters, placeLabels } from './place-labels.ts'
import { placesView } from './places-view.ts'

const square = (west: number, south: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, south],
      [west + 1, south],
      [west + 1, south + 1],
      [west, south],
    ] as [number, number][],
  ],
})
const place = (id: number, name: string, location: { latitude: number; longitude: number } | null) => ({
  id,
  name,
  location,
})
const scale = (id: number, controllerId: number, channel = 1) => ({ id, controllerId, channel, name: `Hive ${id}` })
const days = ['2026-05-01', '2026-05-02', '2026-05-03']

const marks = gainMarks(
  {
    scales: [
      { scaleId: 1, damaged: false, gainsGrams: [1000, -500, null] },
      { scaleId: 2, damaged: false, gainsGrams: [null, 250, null] },
      { scaleId: 3, damaged: false, gainsGrams: [300, 300, 300] },
    ],
    regions: [{ regionId: 7, gainsGrams: [null, 400, null] }],
  },
  [place(1, 'Orchard', { latitude: 47, longitude: 8 }), place(2, 'Nowhere', null)],
  [scale(2, 1, 2), scale(1, 1, 1), scale(3, 2)],
  [
    { id: 7, name: 'Bern', geojson: square(7, 46) },
    { id: 8, name: 'Jura', geojson: square(6, 47) },
  ],
)
/** Each step has a different red. */
const palette = Uint8ClampedArray.from({ length: 256 * 3 }, (_, at) => (at % 3 === 0 ? at / 3 : 0))

describe('what stands on the map', () => {
  it('are hives with a place, side by side in the order of channels, and regions with a mean', () => {
    expect(marks.hives.map(({ scaleId }) => scaleId)).toEqual([1, 2])
    expect([...marks.positions]).toEqual([8, 47, 0, 8, 47, 0])
    expect(marks.offsets[0]).not.toBe(marks.offsets[2])
    expect(marks.areas.map(({ name }) => name)).toEqual(['Bern'])
    expect(marks.scale).toEqual({ low: -1, high: 1, diverging: true })
  })

  it('are also side by side if their transmitters are in one apiary', () => {
    const { offsets } = gainMarks(
      { scales: [1, 2].map((scaleId) => ({ scaleId, damaged: false, gainsGrams: [0] })), regions: [] },
      [place(1, 'Front', { latitude: 47, longitude: 8 }), place(2, 'Back', { latitude: 47.0001, longitude: 8.0002 })],
      [scale(1, 1), scale(2, 2)],
      [],
    )
    expect(offsets[0]).not.toBe(offsets[2])
  })

  it('has its colors by day and hive, transparent if unknown', () => {
    const colors = hiveColors(marks, 3, palette)
    const of = (day: number, hive: number) => [...colors.subarray((day * 2 + hive) * 4, (day * 2 + hive) * 4 + 4)]
    expect(of(0, 0)).toEqual([255, 0, 0, 255])
    expect(of(1, 0)).toEqual([64, 0, 0, 255])
    expect(of(0, 1)).toEqual([0, 0, 0, 0])
    expect(gainColor(0, marks.scale, palette)[0]).toBe(128)
    expect(areaColor(null, marks.scale, palette)[3]).toBe(0)
    expect(areaColor(400, marks.scale, palette)[3]).toBeGreaterThan(0)
  })

  it('starts with the last known day', () => {
    expect(lastKnownDay(marks, days, '2026-05-03')).toBe(1)
    expect(lastKnownDay(marks, days, '2026-05-01')).toBe(0)
    expect(lastKnownDay(marks, days, '2026-04-01')).toBe(1)
    expect(lastKnownDay({ ...marks, hives: [], areas: [] }, days, '2026-05-03')).toBeUndefined()
  })

  it('is labeled beside its place; for many hives, with their mean', () => {
    const say = (grams: number | null) => (grams === null ? '–' : `${grams} g`)
    const text = 'Hive 1 1000 g\nHive 2 –'
    expect(placeLabels(marks, 0, say)).toEqual([{ position: [8, 47], text, isLeft: false, above: 0.5 }])
    const many = Array.from({ length: 5 }, (_, i) => ({ ...marks.hives[0]!, scaleId: i, gainsGrams: [i * 100] }))
    const positions = Float64Array.from(many.flatMap(() => [8, 47, 0]))
    expect(placeLabels({ hives: many, positions }, 0, say)[0]!.text).toBe('Orchard: 5 × 200 g')
  })

  it('determines the initial view of the map', () => {
    expect(placesView(marks)).toEqual({ longitude: 8, latitude: 47, zoom: 9 })
    expect(placesView({ ...marks, positions: new Float64Array(0) })).toEqual({ bounds: [7, 46, 8, 47] })
  })
})

it.each([
  ['#ffffff', [255, 255, 255]],
  ['#0af', [0, 170, 255]],
  [' #4ba79d', [75, 167, 157]],
])('the color %s is read', (color, expected) => {
  document.documentElement.style.setProperty('--ink', color)
  expect(channelsOf('--ink')).toEqual(expected)
})

describe('a scale of colors', () => {
  it.each([
    [0.05, 0.05],
    [0.26, 0.3],
    [1.2, 1.5],
    [7, 8],
    [11, 15],
  ])('%s kg is within %s kg', (value, nice) => expect(niceAbove(value)).toBeCloseTo(nice))

  it('extends equally up and down for changes, and is not distorted by a few outliers', () => {
    const values = Float32Array.from({ length: 1000 }, (_, i) => (i < 5 ? 40 : -0.3))
    const found = heatScale(values, 'change')
    expect(found.high).toBeCloseTo(0.3)
    expect(found.low).toBeCloseTo(-0.3)
    expect([stepOf(found, 40), stepOf(found, -40)]).toEqual([255, 0])
  })

  it('starts at 0 for activity, and has steps of 5 degrees for temperatures', () => {
    expect(heatScale(Float32Array.of(0.1, Number.NaN), 'activity')).toMatchObject({ low: 0, diverging: false })
    expect(heatScale(Float32Array.of(12, 18, 31), 'temperature')).toMatchObject({ low: 10, high: 35 })
  })
})

it.each([
  ['10px', 1],
  ['16px', 1],
  ['24px', 1.5],
  ['80px', 2],
])('the names on the map are as large as the person has letters: %s', (size, letters) => {
  document.documentElement.style.fontSize = size
  onTestFinished(() => {
    document.documentElement.style.fontSize = ''
  })
  expect(labelLetters()).toBe(letters)
})
