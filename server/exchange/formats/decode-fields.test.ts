import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { meaningOf } from '../../hives/unknown-fields/known-fields.ts'
import { decodeFields } from './decode-fields.ts'
import { emptyMessage } from './device-message.ts'

const time = '2026-05-10T10:00:00.000Z'
function decode(fields: Record<string, unknown>, scales: number[] = []) {
  const message = emptyMessage()
  decodeFields(message, fields, time, { scales: new Set(scales), assigned: new Map() })
  const readings = message.readings.map(({ time: _, ...values }) => values)
  const { time: _, ...station } = message.stations[0] ?? { time }
  return { ...message, ...station, readings, unknown: (message.unknown ?? []).map(({ name }) => name) }
}

describe('each name is taken separately', () => {
  test('whichever family it belongs to', () => {
    const { readings, battery, unknown } = decode({
      weight_kg: 41.7,
      temperature: 34,
      FeuchteIn: 60,
      VBatt: 3.9,
      t: 12,
    })
    expect(readings).toEqual([
      { channel: 1, weight: 41.7, temperature: 34, humidity: 60 },
      { channel: 0, temperature: 12 },
    ])
    expect([battery, unknown]).toEqual([3.9, []])
  })

  test.each([
    [
      2,
      [
        { channel: 2, weight: 41, temperature: 34 },
        { channel: 0, temperature: 12 },
      ],
      [],
    ],
    [
      '2',
      [
        { channel: 2, weight: 41, temperature: 34 },
        { channel: 0, temperature: 12 },
      ],
      [],
    ],
    [
      1,
      [
        { channel: 1, weight: 41, temperature: 34 },
        { channel: 0, temperature: 12 },
      ],
      [],
    ],
    // that of a radio, for example
    [
      6,
      [
        { channel: 1, weight: 41, temperature: 34 },
        { channel: 0, temperature: 12 },
      ],
      ['channel'],
    ],
    [
      0,
      [
        { channel: 1, weight: 41, temperature: 34 },
        { channel: 0, temperature: 12 },
      ],
      ['channel'],
    ],
  ])('a document is about the channel %j if that has a scale', (channel, stored, kept) => {
    const { readings, unknown } = decode({ channel, weight: 41, temperature: 34, t: 12 }, [1, 2])
    expect([readings, unknown]).toEqual([stored, kept])
  })

  test('a document may name its scale in other words', () => {
    expect(decode({ hive: '2', weight: 41 }, [1, 2])).toMatchObject({ readings: [{ channel: 2 }], unknown: [] })
    expect(decode({ scale: 2, weight: 41 }, [1, 2])).toMatchObject({ readings: [{ channel: 2 }], unknown: [] })
    expect(decode({ hive: 3, weight: 41 }, [1, 2])).toMatchObject({ readings: [{ channel: 1 }], unknown: ['hive'] })
  })

  test('names with a number keep their channel, whatever a document says of itself', () => {
    const { readings } = decode({ channel: 2, weight: 41, hive1_weight: 40 }, [1, 2])
    expect(readings).toEqual([
      { channel: 1, weight: 40 },
      { channel: 2, weight: 41 },
    ])
  })

  test.each([
    ['weightKg', 'weight', 1],
    ['Weight', 'weight', 1],
    ['hive2_weight', 'weight', 2],
    ['scale_3_weight_kg', 'weight', 3],
    ['temperature-outside', 'temperature', 0],
    ['TO', 'temperature', 0],
    ['to', undefined, undefined],
    ['T3', 'temperature', 3],
    ['s_bin_71_122', 'nothing', 0],
    ['temperature_9', undefined, undefined],
    ['load_1', undefined, undefined],
    ['constructor', undefined, undefined],
  ])('%s is %s of %s', (name, quantity, channel) => {
    const meaning = meaningOf(name)
    expect([meaning?.quantity, meaning?.channel]).toEqual([quantity, channel])
  })

  test.each([
    [{ weight_g: 41_700 }, 41.7],
    [{ hive_weight_lbs: 100 }, 45.3592],
    [{ weight: '41.7' }, 41.7],
    [{ weight: 'nan' }, 'nan'],
  ])('%j weighs %s kg', (fields, weight) => {
    const said = decode(fields).readings[0]?.weight
    expect(typeof weight === 'number' ? Number(said) : said).toEqual(
      typeof weight === 'number' ? expect.closeTo(weight, 3) : weight,
    )
  })

  test.each([
    [{ weight: { value: 41_700, unit: 'g' } }, [{ channel: 1, weight: 41.7 }]],
    [{ weight: { value: 41.7 } }, [{ channel: 1, weight: 41.7 }]],
    [{ hive: { temperature: { value: 95, unit: '°F', displayName: 'x' } } }, [{ channel: 1, temperature: 35 }]],
    [{ weight: { value: '92', units: 'lbs' } }, [{ channel: 1, weight: 41.73 }]],
    [{ weight: 92, unit: 'lb', temperature: 34 }, [{ channel: 1, weight: 41.73, temperature: 34 }]],
    [{ weight: 41_700, unit: 'grams' }, [{ channel: 1, weight: 41.7 }]],
    [{ weight: 92, weight_unit: 'lb', temp: 95, tempUnit: '°F' }, [{ channel: 1, weight: 41.73, temperature: 35 }]],
    [
      { weight_1: 92, weight_2: 41.7, weight_1_unit: 'pounds' },
      [
        { channel: 1, weight: 41.73 },
        { channel: 2, weight: 41.7 },
      ],
    ],
    [
      { DS18B20: { Temperature: 95 }, HX711: { Weight: 41.7 }, TempUnit: 'F' },
      [{ channel: 1, weight: 41.7, temperature: 35 }],
    ],
    [{ data: { weight: 92, temp: 34 }, unit: 'lb' }, [{ channel: 1, weight: 41.73, temperature: 34 }]],
    [{ weight: { value: 41.7 }, unit: 'V' }, [{ channel: 1, weight: 41.7 }]],
    [
      { weight: 92, temp: 95, humidity: 60, units: 'imperial' },
      [{ channel: 1, weight: 41.73, temperature: 35, humidity: 60 }],
    ],
    [{ weight: 41.7, units: 'metric' }, [{ channel: 1, weight: 41.7 }]],
    [{ Work_mode: 'Weight', Weight: 41_700 }, [{ channel: 1, weight: 41.7 }]],
    [{ Work_mode: 'Weight', Weight: 512 }, [{ channel: 1, weight: 0.512 }]],
    // 50 kg by a decoder that reads 16 bits: the check refuses it
    [{ Work_mode: 'Weight', Weight: -15_536 }, [{ channel: 1, weight: -15_536 }]],
    [{ Work_mode: 'IIC', weight: 41.7 }, [{ channel: 1, weight: 41.7 }]],
    // the name and the number say more than what stands beside them
    [{ weight_kg: 41.7, unit: 'lb' }, [{ channel: 1, weight: 41.7 }]],
    [{ weight_g: 41_700, weight_g_unit: 'kg' }, [{ channel: 1, weight: 41.7 }]],
    [{ weight: '41.7 kg', unit: 'lb' }, [{ channel: 1, weight: 41.7 }]],
    [{ weight: 41.7, unit: 'hive 3' }, [{ channel: 1, weight: 41.7 }]],
    [{ weight: 41.7, unit_weight: '1.5' }, [{ channel: 1, weight: 41.7 }]],
    [{ weight: 41.7, weight_unit: 'none' }, [{ channel: 1, weight: 41.7 }]],
    [{ weight: 1500, weight_unit: 'oz' }, [{ channel: 1, weight: '1500 oz' }]],
    // not what it weighs
    [{ weight: { value: 41.7, unit: 'V' } }, [{ channel: 1, weight: '41.7 V' }]],
    [{ value: 41.7, unit: 'kg' }, []],
  ])('%j has its value beside its unit', (fields, stored) => {
    const rounded = decode(fields).readings.map(({ weight, ...values }) => ({
      ...values,
      ...(weight !== undefined && { weight: typeof weight === 'number' ? Math.round(weight * 1000) / 1000 : weight }),
    }))
    expect(rounded).toEqual(stored)
  })

  test.each([
    [{ hive_2: { weight_lb: 100, temp_f: 95 } }, [[2, 45.359, 35]]],
    [
      { hives: { 1: { weight: 41 }, 2: { weight: 42 } } },
      [
        [1, 41, undefined],
        [2, 42, undefined],
      ],
    ],
    [
      { hives: { 0: { weight: 41 }, 1: { weight: 42 } } },
      [
        [1, 41, undefined],
        [2, 42, undefined],
      ],
    ],
    [{ 'Beehive 3': { data: { weight: 41 } } }, [[3, 41, undefined]]],
    [{ hive_12: { weight: 41 } }, []],
    // not the number of a hive
    [{ HX711: { weight: 41 } }, [[1, 41, undefined]]],
    [{ hive_2026: { weight: 41 } }, [[1, 41, undefined]]],
  ])('%j has its values below their hive', (fields, stored) => {
    const { readings } = decode(fields)
    expect(readings.map(({ channel, weight, temperature }) => [channel, weight, temperature])).toEqual(
      stored.map(([channel, weight, temperature]) => [channel, expect.closeTo(weight!, 3), temperature]),
    )
  })

  test('a value beside its unit keeps the name under which its owner assigned it', () => {
    const message = emptyMessage()
    const meaning = { ...meaningOf('weight_g')!, channel: 3 }
    const assigned = new Map([['load_value', meaning]])
    decodeFields(message, { load: { value: 41_700, unit: 'kg' } }, time, { scales: new Set(), assigned })
    expect(message.readings).toEqual([{ time, channel: 3, weight: 41.7 }])
  })

  test('of two names for the same thing the first in the table wins; the other is reported if its value differs', () => {
    expect(decode({ TempIn: 34, t_i: 34 })).toMatchObject({ readings: [{ temperature: 34 }], unknown: [] })
    expect(decode({ TempIn: 33, t_i: 34 })).toMatchObject({ readings: [{ temperature: 34 }], unknown: ['TempIn'] })
  })
})

describe('a number in a name', () => {
  test('does not turn a thermometer into a scale', () => {
    expect(decode({ weight: 40, temperature_5: 18 })).toMatchObject({
      readings: [{ channel: 1, weight: 40 }],
      unknown: ['temperature_5'],
    })
    expect(decode({ weight: 40, temperature_5: 18 }, [5]).readings).toEqual([
      { channel: 1, weight: 40 },
      { channel: 5, temperature: 18 },
    ])
    expect(decode({ weight_5: 40, temperature_5: 18 }).readings).toEqual([{ channel: 5, weight: 40, temperature: 18 }])
  })

  test('counts from 0 if there is a 0', () => {
    expect(decode({ w_v_0: 7, w_v_1: 8 }).raw).toMatchObject([
      { channel: 1, raw: 7 },
      { channel: 2, raw: 8 },
    ])
    expect(decode({ w_v_1: 7, w_v_2: 8 }).raw).toMatchObject([
      { channel: 1, raw: 7 },
      { channel: 2, raw: 8 },
    ])
  })
})

test('wrappers around the fields do not matter, and extreme depth or count costs nothing', () => {
  expect(decode({ payload: { sensor: { weight: 40 } }, data: [1] }).readings).toEqual([{ channel: 1, weight: 40 }])
  let deep: Record<string, unknown> = { weight: 40 }
  for (let i = 0; i < 1000; i++) deep = { deep }
  expect(decode(deep).readings).toEqual([])
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`x${i}`, i]))
  expect(decode(many).unknown).toHaveLength(300)
})

describe('a number in a text', () => {
  test('is in the unit that follows it, else in the unit of its name', () => {
    const { readings, battery, signal } = decode({
      ...{ weight: '41700 g', weight_2: '41,7 kg', hive_3_weight: '100 lb', temperature: '86 °F', humidity: '61 %' },
      ...{ battery: '3910 mV', rssi: '-71 dBm' },
    })
    expect(readings).toMatchObject([
      { channel: 1, weight: 41.7, temperature: 30, humidity: 61 },
      { channel: 2, weight: 41.7 },
      { channel: 3, weight: expect.closeTo(45.36) },
    ])
    expect([battery, signal]).toEqual([3.91, -71])
  })

  test('with a unit that does not fit its quantity stays text, so that the check reports it', () => {
    expect(decode({ weight: '23 °C', t_i: '40 kg', h_i: '5 toString' })).toMatchObject({
      readings: [{ weight: '23 °C', temperature: '40 kg', humidity: '5 toString' }],
    })
  })

  test('under an unknown name is kept for the owner', () => {
    expect(decode({ weight: 40, load: '41.7 kg', inside: '23,4 °C', state: 'ok' }).unknown).toEqual(['load', 'inside'])
  })
})

test('faults are counted under a few names, whatever wraps them', () => {
  const { faults, unknown } = decode({ x1: { battery: 87 }, w_fl: 'nan' })
  expect(faults).toMatchObject([
    { field: 'weight', code: 'weight_invalid' },
    { field: 'battery', code: 'battery_percent', value: '87 %' },
  ])
  expect(unknown).toEqual(['x1_battery'])
})

test('a battery in percent does not hide a voltage next to it', () => {
  for (const fields of [
    { battery: 87, battery_voltage: 3.9 },
    { bv: '3900 mV', bat: '87 %' },
  ]) {
    expect(decode({ weight: 40, ...fields })).toMatchObject({ battery: 3.9, unknown: [] })
    expect(decode({ weight: 40, ...fields }).faults).toBeUndefined()
  }
})

describe('a value that is neither number nor text', () => {
  const leftOut = (fields: Record<string, unknown>) =>
    decode(fields).faults?.map(({ field, code, value }) => [field, code, value])

  test('is read by its position if it is a short list of values', () => {
    expect(decode({ weight: [40, 41], t_i: [34, 35], x: [7] })).toMatchObject({
      readings: [
        { channel: 1, weight: 40, temperature: 34 },
        { channel: 2, weight: 41, temperature: 35 },
      ],
      unknown: ['x_0'],
    })
  })

  test('is reported if it cannot be read', () => {
    expect(decode({ weight: [[40]], t_i: 30 }).readings).toEqual([{ channel: 1, weight: [[40]], temperature: 30 }])
    expect(leftOut({ bins: Array(9).fill(1), list: [{ weight: 3 }], a: { b: { c: { weight: 3 } } } })).toEqual([
      ['bins', 'unknown_key', '[…]'],
      ['list', 'unknown_key', '[…]'],
      ['a_b_c', 'unknown_key', '{…}'],
    ])
    expect(leftOut({ w_v: 'broken', t_i: 30 })).toEqual([['weight', 'weight_invalid', 'broken']])
    expect(leftOut({ w_fl: 1, w_fr: 2, w_bl: 3, w_br: 'nan' })).toEqual([['weight', 'weight_invalid', 'nan']])
  })

  test('is reported once if there are too many fields', () => {
    const inner = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`p${i}`, 'text']))
    expect(leftOut({ inner, weight: 40 })).toEqual([['inner_p299', 'unknown_key', '{…}']])
  })
})

test('every number in any fields is stored, reported as unknown, or known to be ignored: none is lost', () => {
  const names = ['weight', 'weight_kg', 't', 't_i', 't_1', 'temperature_3', 'h_i', 'weight_2', 'load_1', 'p', 'x', 'bv']
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...names), fc.integer({ min: 1, max: 99 }), { noNullPrototype: true }),
      (fields) => {
        const { readings, battery, unknown } = decode(fields)
        const kept = new Set<unknown>([
          ...readings.flatMap(({ channel: _, ...values }) => Object.values(values)),
          ...unknown.map((name) => fields[name]),
          battery,
        ])
        for (const [name, value] of Object.entries(fields)) if (name !== 'p') expect(kept).toContain(value)
      },
    ),
  )
})
