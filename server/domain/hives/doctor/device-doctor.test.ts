import { describe, expect, test } from 'vitest'
import { diagnose } from './device-doctor.ts'
import type { DeviceFacts } from './device-facts.ts'
import { NOT_SENT } from './field-fault.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const now = Date.parse('2026-05-20T12:00:00Z') / 1000

/** Ascending hours of `days` days, one every `step` hours, the last one at `end`. */
const hours = (end: number, days = 14, step = 1) =>
  Array.from({ length: Math.floor((days * 24) / step) }, (_, i) => end - i * step * HOUR).reverse()

const received = (end: number, dbm: (daysBefore: number) => number, step = 1) =>
  hours(end, 14, step).map((time) => ({ time, dbm: dbm((end - time) / DAY) }))

const scale = (fields: Partial<DeviceFacts['scales'][number]> = {}) => ({
  id: 11,
  name: 'Linde',
  channel: 1,
  type: 'weight' as const,
  state: 'active' as const,
  lastReading: now - HOUR,
  lastMeasured: null,
  unusableHours: 0,
  ...fields,
})

/** A healthy transmitter last heard `silence` seconds ago, with the changes of a test case. */
function transmitter(silence: number, changes: Partial<DeviceFacts> = {}): DeviceFacts {
  const lastSeen = now - silence
  return {
    now,
    lastSeen,
    claimedAt: now - 100 * DAY,
    updateIntervalHours: 1,
    subscriptionEndsAt: now + 200 * DAY,
    battery: { millivolts: 3920, daysLeft: null },
    signal: received(lastSeen, () => -75),
    heard: hours(lastSeen),
    refusedTimes: null,
    scales: [scale({ lastReading: lastSeen })],
    ...changes,
  }
}

const silent = 30 * HOUR
const at = now - silent

describe('a silent transmitter', () => {
  test.each<[string, Partial<DeviceFacts>, string[]]>([
    ['whose figures were all good is to blame itself', {}, ['transmitterSilent 0.8']],
    ['with an empty battery', { battery: { millivolts: 3380, daysLeft: 0 } }, ['batteryEmpty 0.9']],
    ['whose battery was to be empty by now', { battery: { millivolts: 3500, daysLeft: 1 } }, ['batteryFalling 0.8']],
    [
      'whose battery was to last some days more',
      { battery: { millivolts: 3600, daysLeft: 5 } },
      ['batteryFalling 0.65'],
    ],
    [
      'whose battery was low and steady',
      { battery: { millivolts: 3540, daysLeft: null } },
      ['batteryEmpty 0.45', 'transmitterSilent 0.35'],
    ],
    ['whose subscription ended then', { subscriptionEndsAt: at + 600 }, ['subscriptionEnded 0.95']],
    [
      'whose subscription ended long after',
      { subscriptionEndsAt: now - HOUR },
      ['transmitterSilent 0.5', 'subscriptionEnded 0.3'],
    ],
    ['that was hardly received', { signal: received(at, () => -108) }, ['signalWeak 0.7']],
    [
      'that was hardly received, and often not at all',
      { signal: received(at, () => -108, 2), heard: hours(at, 14, 2) },
      ['signalWeak 0.85'],
    ],
    [
      'whose signal fell',
      { signal: received(at, (days) => (days > 5 ? -72 : -94)) },
      ['signalFell 0.45', 'transmitterSilent 0.35'],
    ],
    [
      'with a weak signal and an empty battery: the fact goes first',
      { signal: received(at, () => -102), battery: { millivolts: 3350, daysLeft: 0 } },
      ['batteryEmpty 0.9', 'signalWeak 0.5'],
    ],
    ['that never told of battery and signal', { battery: null, signal: [], heard: [] }, ['transmitterSilent 0.8']],
    ['with subscriptions switched off', { subscriptionEndsAt: null }, ['transmitterSilent 0.8']],
  ])('%s', (_, changes, expected) => {
    const { state, findings } = diagnose(transmitter(silent, changes))
    expect(state).toBe('silent')
    expect(findings.map(({ code, confidence }) => `${code} ${confidence}`)).toEqual(expected)
  })

  test('is explained with figures and the curve that shows it', () => {
    const { findings } = diagnose(transmitter(silent, { battery: { millivolts: 3380, daysLeft: 0 } }))
    expect(findings[0]).toMatchObject({ values: { volts: 3.38 }, curve: 'battery' })
  })

  test.each([
    [1, 3 * HOUR, 'fine'],
    [1, 3 * HOUR + 1, 'silent'],
    [6, 13 * HOUR, 'fine'],
    [6, 13 * HOUR + 1, 'silent'],
  ])('sending every %i h, after %i s: %s', (updateIntervalHours, silence, state) => {
    expect(diagnose(transmitter(silence, { updateIntervalHours })).state).toBe(state)
  })
})

describe('a transmitter that never sent', () => {
  test.each<[string, Partial<DeviceFacts>, string, string[]]>([
    ['just claimed', { claimedAt: now - HOUR }, 'waiting', []],
    ['claimed yesterday', { claimedAt: now - DAY }, 'silent', ['neverSent']],
    ['never claimed', { claimedAt: null }, 'silent', ['neverSent']],
    ['after its subscription', { subscriptionEndsAt: now - DAY }, 'silent', ['subscriptionEnded', 'neverSent']],
  ])('%s', (_, changes, state, codes) => {
    const never = { lastSeen: null, battery: null, signal: [], heard: [] }
    const diagnosis = diagnose(transmitter(0, { ...never, ...changes }))
    expect(diagnosis.state).toBe(state)
    expect(diagnosis.findings.map(({ code }) => code)).toEqual(codes)
  })
})

describe('a transmitter that sends', () => {
  test.each<[string, Partial<DeviceFacts>, string[]]>([
    ['and is well', {}, []],
    ['with a battery that will be empty', { battery: { millivolts: 3600, daysLeft: 4 } }, ['batteryFalling']],
    ['with a battery for weeks', { battery: { millivolts: 3700, daysLeft: 40 } }, []],
    ['with a weak signal', { signal: received(now, () => -103) }, ['signalWeak']],
    ['now and then', { heard: hours(now, 14, 3) }, ['transmitterUnsteady']],
    ['every third hour as it is set to', { heard: hours(now, 14, 3), updateIntervalHours: 3 }, []],
    ['since an hour', { heard: [now], signal: [{ time: now, dbm: -80 }] }, []],
    ['with a channel switched off', { scales: [scale({ state: 'deactivated' })] }, ['channelOff']],
    ['with a sensor that is silent', { scales: [scale({ lastReading: now - DAY })] }, ['sensorSilent']],
    ['with a scale that weighs once a day', { scales: [scale({ lastReading: now, lastMeasured: now - 2 * DAY })] }, []],
    [
      'with a scale that sends only its temperature any more',
      { scales: [scale({ lastReading: now, lastMeasured: now - 3 * DAY })] },
      ['valueMissing'],
    ],
    ['with a clock that is ahead', { refusedTimes: { count: 8, aheadSeconds: 3600 } }, ['clockAhead']],
    [
      'with a clock an hour behind',
      { heard: hours(now - HOUR), scales: [scale({ lastReading: now - HOUR })] },
      ['clockBehind'],
    ],
    [
      'with a clock a day behind, as all of its scales are',
      { heard: hours(now - DAY), scales: [scale({ lastReading: now - DAY })] },
      ['clockBehind'],
    ],
    [
      'with a clock an hour behind, which says nothing of itself',
      { heard: [], scales: [scale({ lastReading: now - HOUR })] },
      ['clockBehind'],
    ],
    [
      'that says nothing of itself, and of whose last message not all was taken',
      { heard: [], scales: [scale({ lastReading: now - HOUR })], unknownNames: ['load_1'] },
      ['namesUnknown'],
    ],
    [
      'that said of itself what is damaged now',
      { heard: [], scales: [scale({ lastReading: now - HOUR })], damaged: true },
      ['readingsDamaged'],
    ],
    [
      'with raw weights that nobody has calibrated',
      { uncalibrated: [1, 3].map((channel) => ({ channel, sentAt: now - HOUR })) },
      ['notCalibrated'],
    ],
    [
      'with raw weights beside those in kilograms',
      { uncalibrated: [{ channel: 1, sentAt: now - HOUR }], scales: [scale({ channel: 1, lastMeasured: now - HOUR })] },
      [],
    ],
    ['with raw weights long ago', { uncalibrated: [{ channel: 1, sentAt: now - 2 * DAY }] }, []],
    [
      'with a battery in percent, whose name is known',
      {
        faults: [{ channel: 0, field: 'bat', code: 'battery_percent', count: 3, value: '87 %' }],
        unknownNames: ['bat', 'load_1'],
      },
      ['namesUnknown', 'batteryPercent'],
    ],
    ['with a clock at 2020', { heard: [], scales: [scale({ lastReading: now - 6 * 365 * DAY })] }, ['clockBehind']],
    [
      'with sensors and a clock that say what cannot be, and what is no news left out',
      {
        faults: [
          { channel: 1, field: 'temperature', code: 'temperature_unplugged', count: 3, value: '-127' },
          { channel: 1, field: 'temperature', code: 'temperature_power_on', count: 3, value: '85' },
          { channel: 1, field: 'humidity', code: 'humidity_out_of_range', count: 3, value: '100.4' },
          { channel: 0, field: 'time', code: 'time_before_start', count: 3, value: '1970-01-01T00:00:00Z' },
          { channel: 0, field: 'time', code: 'time_zone_missing', count: 3, value: '2026-05-10T10:00:00' },
          { channel: -1, field: 'channel', code: 'channel_invalid', count: 3, value: '12' },
          { channel: 1, field: 'reading', code: 'reading_empty', count: 3, value: 'undefined' },
          { channel: 0, field: 'time', code: 'time_in_future', count: 3, value: '2027-01-01T00:00:00Z' },
        ],
      },
      ['sensorUnplugged', 'clockLost', 'timeUnreadable', 'sensorPowerOn', 'channelUnknown', 'valueImpossible'],
    ],
    [
      'with numbers in quotes, unlike a sensor that is not there',
      {
        faults: [
          { channel: 1, field: 'weight', code: 'weight_invalid', count: 3, value: '43.2' },
          { channel: 0, field: 'battery', code: 'battery_invalid', count: 3, value: '3,91' },
          { channel: -1, field: 'channel', code: 'channel_invalid', count: 3, value: '1' },
          { channel: 1, field: 'humidity', code: 'humidity_invalid', count: 3, value: 'nan' },
        ],
      },
      ['numberQuoted', 'numberQuoted', 'numberQuoted', 'valueImpossible'],
    ],
    ['with weights that jump about', { scales: [scale({ unusableHours: 5 })] }, ['unusableReadings']],
    ['with a sensor that never spoke', { scales: [scale({ lastReading: null })] }, ['sensorNeverSent']],
    [
      'with an empty place and an archived scale',
      {
        scales: [
          scale({ state: 'empty', lastReading: now - DAY }),
          scale({ state: 'archived', lastReading: now - DAY }),
        ],
      },
      [],
    ],
    ['just when its subscription ended', { subscriptionEndsAt: now - 60 }, ['subscriptionEnded']],
  ])('%s', (_, changes, codes) => {
    const { state, findings } = diagnose(transmitter(0, changes))
    expect(findings.map(({ code }) => code)).toEqual(codes)
    expect(state).toBe(codes.length > 0 ? 'troubled' : 'fine')
  })

  test('names the scale', () => {
    const { findings } = diagnose(transmitter(0, { scales: [scale(), scale({ id: 12, lastReading: now - DAY })] }))
    expect(findings).toMatchObject([{ code: 'sensorSilent', scaleId: 12, curve: 'weight' }])
  })

  test('tells since when the weight is missing', () => {
    const { findings } = diagnose(
      transmitter(0, { scales: [scale({ lastReading: now, lastMeasured: now - 3 * DAY })] }),
    )
    const time = new Date((now - 3 * DAY) * 1000).toISOString()
    expect(findings[0]!.values).toEqual({ name: 'Linde', channel: 1, time, quantity: 'weight' })
  })

  test('tells a time and a channel that were not sent from unusable ones', () => {
    const faults = [
      { channel: 1, field: 'time', code: 'time_invalid', count: 1, value: NOT_SENT },
      { channel: -1, field: 'channel', code: 'channel_invalid', count: 2, value: NOT_SENT },
      { channel: -1, field: 'channel', code: 'channel_invalid', count: 3, value: '9' },
    ] as const
    const { findings } = diagnose(transmitter(0, { faults: [...faults] }))
    expect(findings.map(({ code, values }) => [code, values.value])).toEqual([
      ['timeUnreadable', 'nothing'],
      ['channelUnknown', 'nothing'],
      ['channelUnknown', '9'],
    ])
  })
})
