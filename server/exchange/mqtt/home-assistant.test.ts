import { connectAsync, type MqttClient } from 'mqtt'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, createTestApp, TEST_START, type TestApp } from '../../../tests/support/server/test-app.ts'
import { type Broker, startBroker } from '../../../tests/support/services/mosquitto.ts'
import { readMqttSettings } from '../../platform/config/mqtt-settings.ts'
import { type MqttStation, openMqttStation } from './mqtt-station.ts'

const START = Date.parse(TEST_START) / 1000

let broker: Broker
let app: TestApp
let anna: Client
let transmitter: Awaited<ReturnType<TestApp['claim']>>
let scaleId: number
let station: MqttStation | undefined
let listener: MqttClient
/** What is retained at the broker, as Home Assistant would see it; retracted topics are gone. */
const seen = new Map<string, string>()

beforeEach(async () => {
  seen.clear()
  broker = await startBroker()
  app = await createTestApp({ PUBLIC_URL: 'https://bees.example.org', VARIANT_HOSTS: 'vet.example.org=biovet' })
  anna = await app.signIn('anna@example.org')
  await anna.post('/user/language', { language: 'de' })
  transmitter = await app.claim(anna)
  scaleId = await app.addScale(anna, transmitter.id, 1, { name: 'Volk 3' })
  await send(0, { weight: 40.25, temperature: 34.6, humidity: 61 })
  await listen()
})
afterEach(async () => {
  await listener.endAsync(true)
  await station?.stop()
  station = undefined
  await app.close()
  await broker.close()
})

async function listen() {
  listener = await connectAsync(broker.url, { reconnectPeriod: 50 })
  listener.on('message', (topic, payload) =>
    payload.length > 0 ? void seen.set(topic, payload.toString()) : void seen.delete(topic),
  )
  await listener.subscribeAsync(['homeassistant/#', 'hivewatch/account/#'], { qos: 1 })
}

async function send(minute: number, values: object) {
  const { imei, imsi, deviceKey } = transmitter
  const time = new Date((START - 60 + 60 * minute) * 1000).toISOString()
  const body = {
    imei,
    imsi,
    battery: 3.91,
    signal: -71,
    softwareVersion: '1.4.2',
    readings: [{ time, channel: 1, ...values }],
  }
  const { status } = await app.nobody.post('/ingest', body, { authorization: `Bearer ${deviceKey}` })
  expect(status).toBe(200)
  await app.deps.ingest.settled()
}

async function open(accounts: string | undefined = 'anna@example.org') {
  const settings = {
    MQTT_URL: broker.url,
    MQTT_TOPICS: undefined,
    MQTT_HOME_ASSISTANT: accounts,
    MQTT_DISCOVERY_PREFIX: undefined,
    MQTT_TRUST_TOPICS: false,
  }
  let connections = 0
  station = await openMqttStation(app.deps, readMqttSettings(settings)!, () => void connections++)
  await expect.poll(() => connections).toBe(1)
  await station.idle()
  return { connections: () => connections }
}

const configTopics = () => [...seen.keys()].filter((topic) => topic.startsWith('homeassistant/'))
const stateTopic = (id = scaleId) => `hivewatch/account/${anna.accountId}/scale/${id}/state`
const state = (id = scaleId) => JSON.parse(seen.get(stateTopic(id)) ?? 'null')
const config = () => JSON.parse(seen.get(configTopics()[0] ?? '') ?? 'null')

test('a scale is a device of Home Assistant, as its documentation of MQTT discovery requires', async () => {
  await open()
  await expect.poll(configTopics).toHaveLength(1)
  const [topic = ''] = configTopics()
  const id = /^homeassistant\/device\/(hivewatch_[0-9a-f]{12}_scale_\d+)\/config$/.exec(topic)?.[1]
  expect(id).toBeDefined()
  const sensor = (field: string, described: object) => ({
    p: 'sensor',
    state_class: 'measurement',
    unique_id: `${id}_${field}`,
    value_template: `{{ value_json.${field} }}`,
    ...described,
  })
  const alarm = (type: string, described: object) => ({
    p: 'binary_sensor',
    unique_id: `${id}_alarm_${type}`,
    value_template: `{{ value_json.alarm_${type} }}`,
    ...described,
  })
  const diagnostic = { entity_category: 'diagnostic' }
  const mass = { device_class: 'weight', unit_of_measurement: 'kg', suggested_display_precision: 2 }
  expect(config()).toEqual({
    dev: {
      ids: [id],
      name: 'Volk 3',
      mf: 'HiveWatch',
      mdl: 'Waldrand',
      sa: 'Waldrand',
      sw: '1.4.2',
      cu: 'https://bees.example.org/dashboard',
    },
    o: { name: 'HiveWatch', sw: 'development', url: 'https://bees.example.org' },
    cmps: {
      weight: sensor('weight', mass),
      gain_24h: sensor('gain_24h', { ...mass, name: 'Zunahme in 24\u00a0h' }),
      temperature: sensor('temperature', { device_class: 'temperature', unit_of_measurement: '°C' }),
      humidity: sensor('humidity', { device_class: 'humidity', unit_of_measurement: '%' }),
      battery: sensor('battery', {
        device_class: 'voltage',
        unit_of_measurement: 'V',
        name: 'Batterie',
        ...diagnostic,
      }),
      signal: sensor('signal', { device_class: 'signal_strength', unit_of_measurement: 'dBm', ...diagnostic }),
      alarm_swarm: alarm('swarm', { name: 'Schwarm', device_class: 'problem' }),
      alarm_disturbance: alarm('disturbance', { name: expect.any(String), device_class: 'tamper' }),
      alarm_activity: alarm('activity', { name: expect.any(String), device_class: 'problem' }),
      alarm_stores: alarm('stores', { name: expect.any(String), device_class: 'problem' }),
      alarm_winter: alarm('winter', { name: expect.any(String), device_class: 'problem' }),
      alarm_queen: alarm('queen', { name: expect.any(String), device_class: 'problem' }),
      alarm_silence: alarm('silence', { name: expect.any(String), device_class: 'problem', ...diagnostic }),
      alarm_battery: alarm('battery', { name: expect.any(String), device_class: 'battery', ...diagnostic }),
      alarm_rule: alarm('rule', { name: expect.any(String), device_class: 'problem' }),
      alarm_subscription: alarm('subscription', { name: expect.any(String), device_class: 'problem', ...diagnostic }),
    },
    state_topic: stateTopic(),
    availability: [{ topic: 'hivewatch/status' }],
    qos: 1,
  })
  await expect.poll(() => state()?.weight).toBe(40.25)
  expect(state()).toMatchObject({ temperature: 34.6, humidity: 61, battery: 3.91, signal: -71, alarm_swarm: 'OFF' })
  expect(state().weight_time).toBe(state().time)
})

test('a new reading, and an alarm that begins and is judged, is published soon; later subscribers find it', async () => {
  await open()
  await expect.poll(() => state()?.weight).toBe(40.25)
  await send(1, { weight: 38.5 })
  await expect.poll(() => state()?.weight).toBe(38.5)
  const alarm = {
    controller_id: transmitter.id,
    scale_id: scaleId,
    type: 'swarm' as const,
    status: 'provisional' as const,
    started_at: START - 600,
    detected_at: START,
    own_confidence_percent: 80,
    own_why: '[]',
    confidence_percent: 80,
    why: '[]',
  }
  const { id } = await app.db.insertInto('alarm').values(alarm).returning('id').executeTakeFirstOrThrow()
  app.deps.events.publish({ type: 'alarm', controllerId: transmitter.id, scaleIds: [scaleId] })
  await expect.poll(() => state()?.alarm_swarm).toBe('ON')
  await anna.post(`/alarm/${id}`, { verdict: 'false' })
  await expect.poll(() => state()?.alarm_swarm).toBe('OFF')
  await listener.endAsync(true)
  seen.clear()
  await listen()
  await expect.poll(() => state()?.weight).toBe(38.5)
  expect(configTopics()).toHaveLength(1)
})

test('a deleted scale is retracted, and so is everything once no account is chosen any more', async () => {
  const other = await app.addScale(anna, transmitter.id, 2, { name: 'Volk 4' })
  await open()
  await expect.poll(configTopics).toHaveLength(2)
  await anna.post(`/scale/${other}`, { state: 'archived' })
  await expect.poll(configTopics).toHaveLength(1)
  expect(seen.has(stateTopic(other))).toBe(false)
  await station!.stop()
  await open('')
  await expect.poll(() => seen.size).toBe(0)
  expect(await app.db.selectFrom('mqtt_topic').selectAll().execute()).toEqual([])
})

test('a transmitter that goes to another account keeps its topics', async () => {
  await open('*')
  await expect.poll(configTopics).toHaveLength(1)
  const ben = await app.signIn('ben@example.org')
  const { owner_id } = await app.db
    .selectFrom('controller')
    .select('owner_id')
    .where('id', '=', (await app.claim(ben)).id)
    .executeTakeFirstOrThrow()
  await app.db.updateTable('controller').set({ owner_id }).where('id', '=', transmitter.id).execute()
  await station!.stop()
  await open('*')
  await expect
    .poll(() => app.db.selectFrom('mqtt_topic').select('account_id').distinct().execute())
    .toEqual([{ account_id: owner_id }])
  await station!.idle()
  expect(configTopics()).toHaveLength(1)
})

test('only chosen accounts are published, and nothing that is merely watched', async () => {
  const ben = await app.signIn('ben@example.org')
  const other = await app.claim(ben)
  await app.addScale(ben, other.id, 1, { name: 'Bens Volk' })
  await app.db
    .insertInto('watch')
    .values({ account_id: anna.accountId, controller_id: other.id, created_at: 1 })
    .execute()
  await open()
  await expect.poll(() => state()?.weight).toBe(40.25)
  expect([...seen.values()].join()).not.toContain('Bens Volk')
  await station!.stop()
  await open('*')
  await expect.poll(configTopics).toHaveLength(2)
})

test('a broker that has forgotten everything gets everything again', async () => {
  const { connections } = await open()
  await expect.poll(() => state()?.weight).toBe(40.25)
  await listener.endAsync(true)
  await broker.stop()
  await broker.startEmpty()
  seen.clear()
  await listen()
  await expect.poll(connections).toBe(2)
  await expect.poll(() => state()?.weight).toBe(40.25)
  expect(configTopics()).toHaveLength(1)
})

test('a topic noted before a crash and no longer wanted is retracted', async () => {
  const topic = `homeassistant/device/hivewatch_old_scale_7/config`
  await listener.publishAsync(topic, '{}', { qos: 1, retain: true })
  await expect.poll(configTopics).toEqual([topic])
  await app.db.insertInto('mqtt_topic').values({ topic, account_id: anna.accountId }).execute()
  await open()
  await expect.poll(() => seen.has(topic)).toBe(false)
  expect(configTopics()).toHaveLength(1)
})

test('a thermometer has neither weight nor gain', async () => {
  await anna.post(`/scale/${scaleId}`, { type: 'thermometer' })
  await open()
  await expect.poll(config).toMatchObject({ cmps: { weight: { p: 'sensor' }, gain_24h: { p: 'sensor' } } })
  expect(config().cmps.weight).toEqual({ p: 'sensor' })
  await expect.poll(() => state()).toMatchObject({ weight: null, gain_24h: null, temperature: 34.6 })
})

test('it links to the host of the variant that its owner uses, and carries its name', async () => {
  await app.db.updateTable('account').set({ site_host: 'vet.example.org' }).where('id', '=', anna.accountId).execute()
  await open()
  await expect.poll(config).toMatchObject({
    dev: { mf: 'BioVet', cu: 'https://vet.example.org/dashboard' },
    o: { name: 'BioVet', url: 'https://vet.example.org' },
  })
  expect(JSON.stringify(config())).not.toMatch(/HiveWatch|bees\.example/)
})
