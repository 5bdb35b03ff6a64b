import * as v from 'valibot'
import { describe, expect, it, test } from 'vitest'
import { JsonMapping, type MappedValue, mapJson } from './json-mapping.ts'
import { pathBelow, pathInWords, pathWhere, splitEach, valueAt } from './json-path.ts'

const parse = (mapping: unknown) => v.parse(JsonMapping, mapping)
const weight = { path: '/w', quantity: 'weight' }

describe('a path', () => {
  test.each([
    ['weight'],
    ['a/b'],
    ['a~b'],
    ['*'],
    ['~2'],
    ['~3a=b'],
    ['~4'],
    ['a=b'],
    [''],
    ['ö ü'],
    ['__proto__'],
    ['toString'],
  ])('leads to a member named “%s”, but only if it is an own property', (name) => {
    const path = pathBelow(pathBelow('', name), 0)
    expect(valueAt(JSON.parse(`{${JSON.stringify(name)}: [7]}`), path)).toBe(7)
    expect(valueAt({}, pathBelow('', name))).toBeUndefined()
    expect(splitEach(path)).toBeUndefined()
    expect(pathInWords(path)).toBe(`${name} › 0`)
  })

  it('names the elements of a list, even if the document is a list itself', () => {
    expect(splitEach('/data/*/t/1')).toEqual({ list: '/data', within: '/t/1' })
    expect(splitEach('/*')).toEqual({ list: '', within: '' })
  })
})

describe('an element selected by a member', () => {
  const path = pathBelow(pathWhere('/values', 'type', 'HX711_weight'), 'value')

  test('is found at any position', () => {
    const weight = { type: 'HX711_weight', value: '41.7' }
    const others = [{ type: 'DS18B20', value: '34' }, null, 5, { type: { HX711_weight: 1 } }]
    for (const values of [
      [weight, ...others],
      [...others, weight],
      [...others, weight, { ...weight, value: 1 }],
    ]) {
      expect(valueAt({ values }, path)).toBe('41.7')
    }
    for (const values of [others, weight, 'text', undefined, []]) expect(valueAt({ values }, path)).toBeUndefined()
    expect(pathInWords(path)).toBe('values › type = HX711_weight › value')
    expect(splitEach(path)).toBeUndefined()
    expect(splitEach(`/hives/*${path}`)).toEqual({ list: '/hives', within: path })
  })

  test.each([
    ['a/b', 'c=d'],
    ['a=b', 'c/d'],
    ['*', '~4'],
    ['~3', ''],
    ['=', '='],
    ['', ' '],
    ['__proto__', 'x'],
  ])('with any name and value of its member: %s, %s', (member, value) => {
    const element = JSON.parse(`{${JSON.stringify(member)}: ${JSON.stringify(value)}, "w": 7}`)
    expect(valueAt([{ w: 6 }, element], pathBelow(pathWhere('', member, value), 'w'))).toBe(7)
  })

  test('keeps its weight if the thermometer before it is unplugged', () => {
    const mapping = parse([
      { path, quantity: 'weight' },
      { path: '/values/~3type=DS18B20/value', quantity: 'temperature' },
    ])
    const { readings, missing } = mapJson(mapping, { values: [{ type: 'HX711_weight', value: '41.7' }] })
    expect(readings).toMatchObject([{ channel: 1, weight: 41.7 }])
    expect(missing).toMatchObject([{ quantity: 'temperature' }])
  })
})

describe('a mapped document', () => {
  it('gives readings of several channels and of the transmitter', () => {
    const mapping = parse([
      { path: '/payload/grams', quantity: 'weight', unit: 'gram' },
      { path: '/payload/inside/0', quantity: 'temperature', unit: 'fahrenheit' },
      { path: '/payload/second', quantity: 'weight', channel: 2, factor: 0.5 },
      { path: '/hum', quantity: 'humidity', channel: 0 },
      { path: '/raw', quantity: 'rawWeight', channel: 3 },
      { path: '/mv', quantity: 'battery', factor: 0.001 },
      { path: '/rssi', quantity: 'signal' },
      { path: '/at', quantity: 'time', unit: 'seconds' },
    ])
    const document = {
      ...{ payload: { grams: '43215', inside: [86], second: 81 }, hum: 55, raw: 77_101, mv: 3910, rssi: -80 },
      at: 1_778_400_000,
    }
    const at = { ofList: false, time: '2026-05-10T08:00:00.000Z' }
    expect(mapJson(mapping, document)).toEqual({
      readings: [
        { ...at, channel: 1, weight: 43.215, temperature: 30 },
        { ...at, channel: 2, weight: 40.5 },
        { ...at, channel: 0, humidity: 55 },
      ],
      raw: [{ ...at, channel: 3, raw: 77_101 }],
      battery: 3.91,
      signal: -80,
      missing: [],
    })
  })

  it.each([
    ['weight', '95.2 lb', 43.181_993_6],
    ['weight', '43200 g', 43.2],
    ['weight', '43.2 kg', 43.2],
    ['weight', '43.2 kilos', 43.2],
    ['temperature', '86 °F', 30],
    ['humidity', '61 %', 61],
    ['weight', '61 %', '61 %'],
  ])('uses the unit that a value names: %s of “%s”', (quantity, text, value) => {
    const [reading] = mapJson(parse([{ path: '/x', quantity }]), { x: text }).readings as Record<string, unknown>[]
    expect(reading![quantity]).toEqual(typeof value === 'number' ? expect.closeTo(value, 6) : value)
  })

  it('takes no percentage as a voltage, and prefers the chosen unit to the one in the text', () => {
    const battery = (more: object, bat: string) =>
      mapJson(parse([{ path: '/bat', quantity: 'battery', ...more }]), { bat }).battery
    expect(battery({}, '87 %')).toBe('87 %')
    expect(battery({}, '3910 mV')).toBeCloseTo(3.91)
    expect(battery({ unit: 'millivolt' }, '3910 V')).toBeCloseTo(3.91)
    expect(battery({ factor: 0.042 }, '100 %')).toBeCloseTo(4.2)
  })

  it('gives a reading for each element of a list', () => {
    const mapping = parse([
      { path: '/data/*/kg', quantity: 'weight' },
      { path: '/data/*/ts', quantity: 'time', unit: 'milliseconds' },
      { path: '/bat', quantity: 'battery' },
    ])
    const data = [{ kg: 40, ts: 1_778_400_000_000 }, { kg: 41, ts: 'soon' }, { ts: 1 }, 'x', null]
    const { readings, missing, battery } = mapJson(mapping, { data })
    expect(readings).toEqual([
      { ofList: true, channel: 1, time: '2026-05-10T08:00:00.000Z', weight: 40 },
      { ofList: true, channel: 1, time: 'soon', weight: 41 },
    ])
    expect(missing.map(({ path }) => path)).toEqual(['/bat'])
    expect(battery).toBeNull()
  })

  it('with another structure gives nothing and reports what is missing', () => {
    const mapping = parse([
      weight,
      { path: '/*/t', quantity: 'temperature' },
      { path: '/*/at', quantity: 'time', unit: 'iso' },
    ])
    for (const document of [null, 7, 'text', [], {}, { w: null }, { W: 1 }]) {
      const { readings, missing } = mapJson(mapping, document)
      expect([readings, missing.length]).toEqual([[], 3])
    }
  })

  it('keeps values that are not numbers, so that the check names them', () => {
    expect(mapJson(parse([weight]), { w: 'n/a' }).readings).toEqual([
      { ofList: false, time: undefined, channel: 1, weight: 'n/a' },
    ])
  })

  it('is read cheaply even with extreme depth and length', () => {
    const deep = JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`)
    const long = { data: Array.from({ length: 100_000 }, () => ({ w: 1, t: '2026-05-10T08:00:00Z' })) }
    const mapping = parse([
      { path: '/data/*/w', quantity: 'weight' },
      { path: '/data/*/t', quantity: 'time', unit: 'iso' },
      { path: '/0/0/0/0/0/0/0/0', quantity: 'weight', channel: 2 },
    ])
    expect(mapJson(mapping, deep).readings).toEqual([
      { ofList: false, time: undefined, channel: 2, weight: expect.any(Array) },
    ])
    expect(mapJson(mapping, long).readings).toHaveLength(10_001)
  })

  it('gives exactly what was put into it, with any names', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const next = random(seed)
      const names = ['a', 'b/c', '~', '*', 'ü', '0', 'constructor']
      const document: Record<string, unknown> = {}
      const mapping: Partial<MappedValue>[] = []
      const expected = new Map<number, number>()
      for (let channel = 1; channel <= 8; channel++) {
        const way = Array.from({ length: 1 + Math.floor(next() * 6) }, () => names[Math.floor(next() * names.length)]!)
        let at = document
        for (const name of [...way, `leaf ${channel}`].slice(0, -1)) {
          if (!Object.hasOwn(at, name)) Object.defineProperty(at, name, { value: {}, enumerable: true })
          at = at[name] as Record<string, unknown>
        }
        const value = Math.round(next() * 200_000) / 1000
        at[`leaf ${channel}`] = next() < 0.5 ? value : String(value)
        expected.set(channel, value)
        mapping.push({ path: [...way, `leaf ${channel}`].reduce(pathBelow, ''), quantity: 'weight', channel })
      }
      const { readings } = mapJson(parse(mapping), document)
      expect(new Map(readings.map((one) => [one.channel, one.weight]))).toEqual(expected)
    }
  })
})

describe('a unit beside a mapped value', () => {
  const read = (path: string, quantity: string, document: unknown, more: object = {}) => {
    const mapped = mapJson(parse([{ path, quantity, ...more }]), document)
    return mapped.readings[0]?.[quantity as 'weight'] ?? mapped.battery
  }

  it.each([
    ['/weight', 'weight', { weight: 95, weight_unit: 'lb' }, 43.091_275_15],
    ['/weight', 'weight', { weight: 43_215, unit: 'grams' }, 43.215],
    ['/Weight', 'weight', { Weight: '95', WeightUnit: 'pounds' }, 43.091_275_15],
    ['/scale/value', 'weight', { scale: { value: 43_215, unit: 'g' } }, 43.215],
    ['/v/~3type=w/value', 'weight', { v: [{ type: 'w', value: 95, unit: 'lb' }] }, 43.091_275_15],
    // Tasmota's, further out, as in a shared unit
    ['/DS18B20/Temperature', 'temperature', { DS18B20: { Temperature: 95 }, TempUnit: 'F' }, 35],
    ['/a/b', 'temperature', { a: { b: 95 }, units: '°F' }, 35],
    ['/bat', 'battery', { bat: 3910, unit: 'mV' }, 3.91],
    // nearer than the other, or behind the number
    ['/a/w', 'weight', { a: { w: 95, unit: 'kg' }, unit: 'g' }, 95],
    ['/w', 'weight', { w: '95 kg', unit: 'lb' }, 95],
    // about something else
    ['/weight_kg', 'weight', { weight_kg: 95, unit: 'lb' }, 95],
    ['/w', 'weight', { w: 95, unit: '%', temp_unit: 'F' }, 95],
    ['/w', 'weight', { w: 95, unit: 'oz' }, 95],
    ['/w', 'weight', { w: 95, unit: 'constructor', units: 5 }, 95],
    // one that nothing is converted from is refused by the check
    ['/w', 'weight', { w: 95, w_unit: 'oz' }, '95 oz'],
  ])('counts: %s as %s in %j', (path, quantity, document, expected) => {
    const value = read(path, quantity, document)
    expect(value).toEqual(typeof expected === 'number' ? expect.closeTo(expected, 6) : expected)
  })

  it.each([{ unit: 'gram' }, { factor: 0.001 }])('does not if somebody chose %j', (more) => {
    expect(read('/w', 'weight', { w: 43_215, unit: 'lb' }, more)).toBe(43.215)
  })

  it('counts in each element of a list, and around the list', () => {
    const mapping = parse([
      { path: '/r/*/w', quantity: 'weight' },
      { path: '/r/*/t', quantity: 'time', unit: 'seconds' },
    ])
    const r = [
      { w: 43_215, t: 1 },
      { w: 43, t: 2, unit: 'kg' },
    ]
    expect(mapJson(mapping, { r, unit: 'g' }).readings.map(({ weight }) => weight)).toEqual([43.215, 43])
  })
})

describe('a mapping', () => {
  const refused = (mapping: unknown) => v.safeParse(JsonMapping, mapping).success === false
  test.each<[string, object[]]>([
    ['with one place twice', [weight, { ...weight, path: '/v' }]],
    ['of a list without its times', [{ path: '/d/*/w', quantity: 'weight' }]],
    [
      'of lists in lists',
      [
        { path: '/d/*/e/*/w', quantity: 'weight' },
        { path: '/d/*/t', quantity: 'time', unit: 'iso' },
      ],
    ],
    ['that is too deep', [{ path: '/a'.repeat(9), quantity: 'weight' }]],
    ['that is no path', [{ path: 'w', quantity: 'weight' }]],
    ['with a weight of the transmitter', [{ ...weight, channel: 0 }]],
    ['with a channel 9', [{ ...weight, channel: 9 }]],
    ['in a unit of another quantity', [{ ...weight, unit: 'fahrenheit' }]],
    ['with a time in no unit', [{ path: '/t', quantity: 'time' }]],
    ['with a factor that is none', [{ ...weight, factor: Number.POSITIVE_INFINITY }]],
    [
      'that is too long',
      Array.from({ length: 41 }, (_, i) => ({ path: `/p${i}`, quantity: 'weight', channel: (i % 8) + 1 })),
    ],
  ])('%s is refused', (_, mapping) => {
    expect(refused(mapping)).toBe(true)
  })

  it('may be empty', () => expect(refused([])).toBe(false))
})

/** mulberry32 */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
