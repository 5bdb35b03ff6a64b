import { setTimeout as pause } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { type Client, createTestApp, TEST_START, type TestApp } from '../../../tests/support/server/test-app.ts'
import { type Broker, startBroker } from '../../../tests/support/services/mosquitto.ts'
import { readMqttSettings } from '../../platform/config/mqtt-settings.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type MqttStation, openMqttStation } from './mqtt-station.ts'
import { createTakeIn } from './take-in-message.ts'

const START = Date.parse(TEST_START) / 1000

let broker: Broker
let app: TestApp
let anna: Client
let transmitter: Awaited<ReturnType<TestApp['claim']>>
let station: MqttStation | undefined
let publisher: MqttClient

beforeEach(async () => {
  broker = await startBroker()
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  transmitter = await app.claim(anna)
  publisher = await connectAsync(broker.url, { reconnectPeriod: 50 })
})
afterEach(async () => {
  await publisher.endAsync(true)
  await station?.stop()
  await app.close()
  await broker.close()
})

const settingsOf = (more: Record<string, string | undefined> = {}) =>
  readMqttSettings({
    MQTT_URL: broker.url,
    MQTT_TOPICS: undefined,
    MQTT_HOME_ASSISTANT: undefined,
    MQTT_DISCOVERY_PREFIX: undefined,
    ...more,
    MQTT_TRUST_TOPICS: more.trust === 'yes',
  })!

async function open(more: Record<string, string | undefined> = {}, over: Partial<TestApp['deps']> = {}) {
  let connections = 0
  station = await openMqttStation({ ...app.deps, ...over }, settingsOf(more), () => void connections++)
  await expect.poll(() => connections).toBe(1)
  return { connections: () => connections }
}
const reading = (minute: number) => ({
  time: new Date((START - 3600 + 60 * minute) * 1000).toISOString(),
  channel: 1,
  weight: 40 + minute / 100,
})
const body = (minutes: number[], more: object = {}) => {
  const { imei, imsi, deviceKey } = transmitter
  return JSON.stringify({ imei, imsi, deviceKey, battery: 3.9, readings: minutes.map(reading), ...more })
}
const topic = () => `hivewatch/${transmitter.imei}/readings`
const publish = (text: string, to = topic()) => publisher.publishAsync(to, text, { qos: 1 })

async function stored() {
  await app.deps.ingest.settled()
  const { body: controllers } = await anna.get('/controller')
  const scales = (await anna.get('/scale')).body as { id: number; channel: number }[]
  const ids = scales.map(({ id }) => id).join()
  if (ids === '') return []
  const query = `scales=${ids}&from=${START - 7200}&to=${START + 7200}&level=raw`
  const { series } = (await anna.get(`/timeline?${query}`)).body
  expect(controllers).toHaveLength(1)
  return series.flatMap(({ tiles }: { tiles: { time: number[]; weight: number[]; temperature: number[] }[] }) =>
    tiles.flatMap(({ time, weight, temperature }) =>
      time.map((at, i) => ({ time: at, weight: weight[i] ?? null, temperature: temperature[i] ?? null })),
    ),
  ) as { time: number; weight: number | null; temperature: number | null }[]
}
const countStored = async () => (await stored()).length

describe('a reading that is published', () => {
  it('is stored, and its transmitter may read the outcome', async () => {
    const replies: Record<string, unknown>[] = []
    publisher.on('message', (_, payload) => void replies.push(JSON.parse(payload.toString())))
    await publisher.subscribeAsync(`hivewatch/${transmitter.imei}/reply`)
    await open()
    await publish(body([0, 1]))
    await expect.poll(() => replies).toEqual([expect.objectContaining({ accepted: 2, rejected: [] })])
    expect((await stored()).map(({ weight }) => weight)).toEqual([40, 40.01])
    await publish(body([1, 2], { readings: [reading(1), { ...reading(2), temperature: -127 }] }))
    await expect.poll(() => replies.length).toBe(2)
    expect(replies[1]).toMatchObject({ accepted: 1, duplicates: 1, leftOut: [expect.objectContaining({ index: 1 })] })
  })

  it('may carry its key as a property of MQTT 5', async () => {
    const { imei, imsi, deviceKey } = transmitter
    const modern = await connectAsync(broker.url, { protocolVersion: 5 })
    await open()
    const text = JSON.stringify({ imei, imsi, readings: [reading(0)] })
    await modern.publishAsync(topic(), text, { qos: 1, properties: { userProperties: { deviceKey } } })
    await expect.poll(countStored).toBe(1)
    await modern.endAsync()
  })

  it.each([
    ['no key', () => body([5], { deviceKey: undefined }), 'device_key_missing'],
    ['a wrong key', () => body([5], { deviceKey: 'x'.repeat(40) }), 'device_key_wrong'],
    ['another IMEI than its topic', () => body([5], { imei: '000000000000999' }), 'imei_imsi_mismatch'],
    ['half a message', () => body([5]).slice(0, 60), 'body_not_json'],
    ['a list', () => '[]', 'body_not_json'],
    ['nothing but a space', () => ' ', 'body_not_json'],
  ])('with %s is refused, and the next one is taken', async (_, text, code) => {
    const replies: unknown[] = []
    publisher.on('message', (_topic, payload) => void replies.push(JSON.parse(payload.toString())))
    await publisher.subscribeAsync(`hivewatch/${transmitter.imei}/reply`)
    await open()
    await publish(text())
    await publish(body([0]))
    await expect
      .poll(() => replies)
      .toEqual([expect.objectContaining({ code }), expect.objectContaining({ accepted: 1 })])
    expect(await countStored()).toBe(1)
  })

  it('may have been retained, and clearing it is no message at all', async () => {
    const replies: unknown[] = []
    publisher.on('message', (_topic, payload) => void replies.push(JSON.parse(payload.toString())))
    await publisher.subscribeAsync(`hivewatch/${transmitter.imei}/reply`)
    await publisher.publishAsync(topic(), body([0]), { qos: 1, retain: true })
    await open()
    await publisher.publishAsync(topic(), '', { qos: 1, retain: true })
    await publish(body([1]))
    const accepted = expect.objectContaining({ accepted: 1 })
    await expect.poll(() => replies).toEqual([accepted, accepted])
    expect(await countStored()).toBe(2)
  })

  it('may begin with a byte order mark', async () => {
    await open()
    await publish(`\ufeff${body([0])}`)
    await expect.poll(countStored).toBe(1)
  })

  it('with somebody else’s key is refused, even on one’s own topic', async () => {
    const ben = await app.signIn('ben@example.org')
    const other = await app.claim(ben)
    await open()
    await publish(body([5], { deviceKey: other.deviceKey }))
    await publish(body([5], { imei: other.imei, imsi: other.imsi }), `hivewatch/${other.imei}/readings`)
    await publish(body([0]))
    await expect.poll(countStored).toBe(1)
    await app.deps.ingest.settled()
    expect((await ben.get('/scale')).body).toEqual([])
  })

  it('needs no key if the broker is trusted to enforce who writes where', async () => {
    await open({ trust: 'yes' })
    await publish(body([0], { deviceKey: undefined }))
    await publish(body([1], { deviceKey: 'wrong'.repeat(8) }))
    await publish(body([2], { deviceKey: undefined }))
    await expect.poll(countStored).toBe(2)
  })
})

test('a sender that sends too much, or tries keys, holds up nobody else', async () => {
  let asked = 0
  const tooFast = (code: 'device_too_fast' | 'too_many_requests') => () => {
    asked++
    throw new AppError(429, code, { retryAfterSeconds: 1 })
  }
  const say = (takeIn: ReturnType<typeof createTakeIn>) =>
    takeIn({ topic: topic(), payload: Buffer.from(body([0])), isRetained: false, userProperties: {} })
  const greedy = createTakeIn(
    { ...app.deps, keyBudgets: { ...app.deps.keyBudgets, takeRequest: tooFast('device_too_fast') } },
    settingsOf(),
  )
  for (let message = 0; message < 20; message++)
    expect(await say(greedy)).toMatchObject({ reply: { code: 'device_too_fast' } })
  // it was waited for only once
  expect(asked).toBe(21)
  asked = 0
  const guessing = createTakeIn(
    { ...app.deps, keyBudgets: { ...app.deps.keyBudgets, takeRequest: tooFast('too_many_requests') } },
    settingsOf(),
  )
  expect(await say(guessing)).toMatchObject({ reply: { code: 'too_many_requests' } })
  expect(asked).toBe(1)
})

test('what could not be stored is not acknowledged, and taken in by the next server', async () => {
  let tries = 0
  const failing = { ...app.deps.ingest, submit: () => Promise.reject(new Error(`disk full ${++tries}`)) }
  await open({}, { ingest: failing })
  await publish(body([0]))
  await publish(body([1]))
  await expect.poll(() => tries).toBeGreaterThan(0)
  await station!.stop()
  expect(await countStored()).toBe(0)
  await open()
  await expect.poll(countStored).toBe(2)
})

test('what could not be stored for a moment is stored afterwards, in order', async () => {
  let tries = 0
  const { submit } = app.deps.ingest
  const failing: typeof submit = (request) => (++tries === 1 ? Promise.reject(new Error('locked')) : submit(request))
  await open({}, { ingest: { ...app.deps.ingest, submit: failing } })
  await publish(body([0]))
  await publish(body([1]))
  await expect.poll(countStored).toBe(2)
  expect(tries).toBe(3)
})

test('messages sent while the server is away wait for it, even through a kill of the broker', async () => {
  await open()
  await publish(body([0]))
  await expect.poll(countStored).toBe(1)
  await station!.stop()
  for (let minute = 1; minute <= 30; minute++) await publish(body([minute]))
  // the broker saves what it stores once a second
  await pause(2500)
  await broker.kill()
  await broker.start()
  await open()
  await expect.poll(countStored).toBe(31)
})

test('reconnects by itself when the broker comes back', async () => {
  const { connections } = await open()
  await publish(body([0]))
  for (let round = 1; round <= 2; round++) {
    await broker.kill()
    await broker.start()
    await publish(body([round]))
    await expect.poll(connections).toBe(round + 1)
  }
  await expect.poll(countStored).toBe(3)
})

test('others can see whether it is online', async () => {
  const said: string[] = []
  publisher.on('message', (_, payload) => void said.push(payload.toString()))
  await publisher.subscribeAsync('hivewatch/status')
  await open()
  await station!.stop()
  await expect.poll(() => said).toEqual(['online', 'offline'])
})

describe('topics of other firmwares', () => {
  const of = (more: object) => ({ imei: transmitter.imei, channel: 2, ...more })
  const mappings = () =>
    JSON.stringify([
      of({ topic: 'hive-1/sensor/weight/state', quantity: 'weight' }),
      of({ topic: 'hive-1/sensor/brood/state', quantity: 'temperature' }),
      of({ topic: 'hive-1/sensor/battery/state', quantity: 'battery' }),
      of({
        topic: 'tele/hive-2/SENSOR',
        quantity: 'weight',
        value: 'HX711.Weight',
        factor: 0.001,
        time: 'Time',
        channel: 3,
      }),
      of({
        topic: 'tele/hive-2/SENSOR',
        quantity: 'temperature',
        value: 'DS18B20.Temperature',
        time: 'Time',
        channel: 3,
      }),
    ])

  it('are read as their mapping says: one number per ESPHome topic, several of Tasmota at once', async () => {
    await open({ MQTT_TOPICS: mappings() })
    await publish('41.5', 'hive-1/sensor/weight/state')
    await publish('34.6', 'hive-1/sensor/brood/state')
    await publish('nan', 'hive-1/sensor/weight/state')
    await publish('3.91', 'hive-1/sensor/battery/state')
    const tasmota = {
      Time: '2026-05-10T11:30:00+02:00',
      HX711: { Weight: 40_250 },
      DS18B20: { Temperature: 21.5 },
      TempUnit: 'C',
    }
    await publish(JSON.stringify(tasmota), 'tele/hive-2/SENSOR')
    await expect.poll(countStored).toBe(3)
    expect(await stored()).toEqual([
      { time: START, weight: 41.5, temperature: null },
      { time: START + 1, weight: null, temperature: 34.6 },
      { time: START - 1800, weight: 40.25, temperature: 21.5 },
    ])
    const [controller] = (await anna.get('/controller')).body
    expect(controller.battery).toBe(3.91)
  })

  it('may send endlessly: one value per quantity every five seconds is kept, and none is dated ahead of the clock', async () => {
    const takeIn = createTakeIn(app.deps, settingsOf({ MQTT_TOPICS: mappings() }))
    const say = (what: string, text: string) =>
      takeIn({
        topic: `hive-1/sensor/${what}/state`,
        payload: Buffer.from(text),
        isRetained: false,
        userProperties: {},
      })
    for (let second = 0; second < 60; second++) {
      for (const what of ['weight', 'brood']) await say(what, '34')
      app.clock.set(app.clock.now() + 1000)
    }
    const times = await stored()
    expect(times.filter(({ weight }) => weight !== null)).toHaveLength(12)
    expect(times.filter(({ temperature }) => temperature !== null)).toHaveLength(12)
    expect(Math.max(...times.map(({ time }) => time))).toBeLessThanOrEqual(START + 60)
  })

  it('are stored afterwards if they could not be for a moment', async () => {
    let tries = 0
    const { submit } = app.deps.ingest
    const failing: typeof submit = (request) => (++tries === 1 ? Promise.reject(new Error('locked')) : submit(request))
    await open({ MQTT_TOPICS: mappings() }, { ingest: { ...app.deps.ingest, submit: failing } })
    await publish('41.5', 'hive-1/sensor/weight/state')
    await expect.poll(stored).toEqual([{ time: START, weight: 41.5, temperature: null }])
    expect(tries).toBe(2)
  })

  it('cost one transmitter nothing if another one is unknown', async () => {
    const topic = 'hive-1/sensor/weight/state'
    const two = [of({ topic, quantity: 'weight', imei: '000000000000000' }), of({ topic, quantity: 'weight' })]
    await open({ MQTT_TOPICS: JSON.stringify(two) })
    await publish('41.5', topic)
    await expect.poll(stored).toEqual([{ time: START, weight: 41.5, temperature: null }])
  })

  it('that the broker does not allow it to read cost the others nothing, and are reported', async () => {
    const refusing = await startBroker(['hive-1/sensor/brood/state'])
    const other = await connectAsync(refusing.url, { reconnectPeriod: 50 })
    try {
      await open({ MQTT_URL: refusing.url, MQTT_TOPICS: mappings() })
      await other.publishAsync('hive-1/sensor/brood/state', '34', { qos: 1 })
      const tasmota = { Time: '2026-05-10T09:30:00Z', HX711: { Weight: 40_250 } }
      await other.publishAsync('tele/hive-2/SENSOR', JSON.stringify(tasmota), { qos: 1 })
      await expect.poll(stored).toEqual([{ time: START - 1800, weight: 40.25, temperature: null }])
      const refused = { kind: 'mqtt_refused', values: { first: 'hive-1/sensor/brood/state', count: 1 } }
      await expect.poll(() => app.deps.troubles.open()).toMatchObject([refused])
    } finally {
      await other.endAsync(true)
      await station?.stop()
      await refusing.close()
    }
  })

  it('are ignored when retained, as they say nothing new', async () => {
    await publisher.publishAsync('hive-1/sensor/weight/state', '20', { qos: 1, retain: true })
    await open({ MQTT_TOPICS: mappings() })
    await publish('41.5', 'hive-1/sensor/weight/state')
    await expect.poll(stored).toEqual([{ time: START, weight: 41.5, temperature: null }])
  })
})

test.each([
  [{ MQTT_URL: 'https://example.org' }, 'MQTT_URL should be: mqtts://'],
  [{ MQTT_URL: 'mqtts://bees:100%@example.org' }, 'MQTT_URL should be: mqtts://'],
  [{ MQTT_URL: undefined, MQTT_TOPICS: '[]' }, 'MQTT_TOPICS needs MQTT_URL'],
  [{ MQTT_TOPICS: '[{"topic":"a/#"}]' }, 'MQTT_TOPICS should be: JSON such as'],
  [{ MQTT_DISCOVERY_PREFIX: 'home/#' }, 'MQTT_DISCOVERY_PREFIX should be'],
])('%j stops the start with a line that says what it should be', (settings, message) => {
  expect(() => settingsOf(settings)).toThrow(message)
})

test('a password of the broker appears in no message and no address', () => {
  const settings = settingsOf({ MQTT_URL: 'mqtts://bees:se%40cret@mqtt.example.org' })
  expect(settings).toMatchObject({ url: 'mqtts://mqtt.example.org', username: 'bees', password: 'se@cret' })
})
