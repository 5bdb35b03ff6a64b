import { expect, test } from 'vitest'
import { parseStations, type StationReading } from './parse-stations.ts'

const now = Date.parse('2026-05-10T12:00:00Z') / 1000
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
const NONE = Number.NaN
const parse = (...said: StationReading[]) => {
  const { rows, faults } = parseStations(said, { now, latest: now })
  return { rows: [...rows], faults: faults.map(({ field, code, value }) => [field, code, value]) }
}

test('each time occurs once and in order, with the last value given for each field', () => {
  const said = [
    { time: iso(now), battery: 3.91 },
    { time: iso(now - 60), battery: 3.9, signal: -71.4 },
    { time: iso(now), battery: 3.92, chipTemperature: -1.5 },
    { time: iso(now), signal: -70 },
  ]
  const rows = [now - 60, 3900, NONE, -71, now, 3920, -150, -70]
  expect(parse(...said)).toEqual({ rows, faults: [] })
})

test('each kind of fault is listed once, and does not affect the other values', () => {
  const said = Array.from({ length: 1000 }, (_, i) => ({ time: iso(now - i), battery: 'nan', signal: -71 }))
  const { rows, faults } = parse(...said, { time: iso(now - 2000), battery: 1e308 }, { time: iso(now), battery: ['x'] })
  expect([rows.length / 4, faults]).toEqual([
    1000,
    [
      ['battery', 'battery_invalid', 'nan'],
      ['battery', 'battery_out_of_range', '1e+308'],
    ],
  ])
})

test.each([
  ['a clock that lost the time', '1970-01-01T00:00:07Z'],
  ['one that is ahead', iso(now + 86_400)],
  ['none at all', '2026/13/10_12:00:00'],
])('%s: the last row counts as the current state of the transmitter', (_, time) => {
  expect(parse({ time, battery: 3.9 }, { time, battery: 3.8 }).rows).toEqual([now, 3800, NONE, NONE])
  const good = { time: iso(now - 60), battery: 4 }
  expect(parse({ time, battery: 3.9 }, good, { time, battery: 3.8 }).rows).toEqual([now - 60, 4000, NONE, NONE])
})

test('an entry without values makes no row', () => {
  expect(parse({ time: iso(now) }, { time: iso(now), battery: null }, { time: iso(now), signal: 5 })).toEqual({
    rows: [],
    faults: [['signal', 'signal_out_of_range', '5']],
  })
})
