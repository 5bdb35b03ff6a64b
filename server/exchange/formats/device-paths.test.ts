import { describe, expect, it } from 'vitest'
import { transmitterStation } from '../../../tests/support/samples/transmitter-station.ts'

const station = transmitterStation()
const { sendAnywhere, stored } = station
const key = () => station.transmitter.deviceKey
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const token = () => ({ authorization: `Token ${key()}`, 'content-type': 'text/plain; charset=utf-8' })

describe.each(['/api/sensors', '/api/lora_sensors'])('%s', (path) => {
  it('accepts what a device sends, wherever it puts its key', async () => {
    const bodies: [string, unknown, Record<string, string>][] = [
      [path, { key: key(), weight_kg: 41.1 }, {}],
      [`${path}?key=${key()}&weight_kg=41.2`, undefined, {}],
      [path, `key=${key()}&weight_kg=41.3`, form],
      // as a modem ends a body, and as clients send one that was not told what it is
      [path, `weight_kg=41.31&key=${key()}\r\n`, form],
      [path, `weight_kg=41.32&key=${key()}`, { 'content-type': 'text/plain' }],
      [path, `key=${key()}&weight_kg=41.33\r\n`, { 'content-type': 'application/octet-stream' }],
      [path, { weight_kg: 41.4 }, station.bearer()],
      [path, { key: key(), data: { weight_kg: 41.5 } }, {}],
      [path, { key: key(), data: 'weight_kg:41.6|t_i:34.5|bv:3.9' }, {}],
    ]
    for (const [to, body, headers] of bodies) {
      station.app.clock.advance(1000)
      expect(await sendAnywhere('POST', to, body, headers)).toMatchObject({ status: 201, body: 'saved' })
    }
    expect(await stored()).toEqual({ 1: { weight: 41.6, temperature: 34.5 } })
  })

  it('accepts what a LoRaWAN network sends', async () => {
    const uplink = { deviceInfo: { devEui: '0004a30b001c0530' }, fPort: 1, object: { weight: 43.2 } }
    for (const [to, headers] of [[`${path}?key=${key()}&event=up`, {}] as const, [path, station.bearer()] as const]) {
      station.app.clock.advance(1000)
      expect(await sendAnywhere('POST', to, uplink, headers)).toMatchObject({ status: 200, body: { accepted: 1 } })
    }
    station.app.clock.advance(1000)
    const pack = [{ bn: 'urn:dev:DEVEUI:0004A30B001C0530:', n: 'weight', v: 44 }]
    expect((await sendAnywhere('POST', path, pack, station.bearer())).body).toMatchObject({ accepted: 1 })
  })

  it('admits nobody without a key, and accepts no list', async () => {
    expect(await sendAnywhere('POST', path, { weight_kg: 1 })).toMatchObject({
      status: 401,
      body: { code: 'device_key_missing' },
    })
    expect(await sendAnywhere('POST', `${path}?key=wrong`, { weight_kg: 1 })).toMatchObject({ status: 401 })
    expect(await sendAnywhere('POST', path, [1], station.bearer())).toMatchObject({ status: 400 })
  })
})

it.each(['/api/sensors', '/api/ingest/beep'])('%s accepts a query from a modem that can only GET', async (path) => {
  const sent = await sendAnywhere('GET', `${path}?key=${key()}&weight_kg=41.1&t_i=34.5&bv=3.9`)
  expect(sent).toMatchObject({ status: 201, body: 'saved' })
  expect(await stored()).toEqual({ 1: { weight: 41.1, temperature: 34.5 } })
  expect(await sendAnywhere('GET', `${path}?weight_kg=41.1`)).toMatchObject({ status: 401 })
  expect(await sendAnywhere('GET', `${path}?key=wrong&weight_kg=41.1`)).toMatchObject({ status: 401 })
})

describe('a path of ThingSpeak', () => {
  const assign = (name: string, quantity: string, channel = 1) =>
    station.anna.post(`/controller/${station.transmitter.id}/field`, { name, quantity, channel })

  // HoneyPi, thingspeak.py: everything in the query of a POST, and a time in UTC without a zone
  it('takes what HoneyPi sends, once its owner has said what the fields are', async () => {
    const path = (weight: number, time: string) =>
      `/update.json?field1=34.5&field2=${weight}&api_key=${key()}&created_at=${time}&elevation=540`
    const reply = await sendAnywhere('POST', path(41.2, '2026-05-10T08:30:00'))
    expect(reply).toMatchObject({ status: 200, body: { entry_id: 1 } })
    const { body } = await station.anna.get(`/controller/${station.transmitter.id}/field`)
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['field1', 'field2'])
    await assign('field1', 'temperature')
    await assign('field2', 'weight')
    expect(await sendAnywhere('POST', path(41.3, '2026-05-10T08:40:00'))).toMatchObject({ status: 200 })
    expect(await station.last()).toMatchObject([{ time: '2026-05-10T08:40:00.000Z', weight: 41.3, temperature: 34.5 }])
  })

  it('answers with the number of an entry, wherever a sketch puts its key', async () => {
    const requests: [string, string, string | undefined, Record<string, string>][] = [
      ['GET', `/update?api_key=${key()}&weight_kg=41.1`, undefined, {}],
      ['POST', '/update', `api_key=${key()}&weight_kg=41.2`, form],
      ['POST', '/update', 'weight_kg=41.3&headers=false', { ...form, 'X-THINGSPEAKAPIKEY': key() }],
    ]
    for (const [method, path, body, headers] of requests) {
      station.app.clock.advance(1000)
      expect(await sendAnywhere(method, path, body, headers)).toMatchObject({ status: 200, body: '1' })
    }
    expect(await stored()).toEqual({ 1: { weight: 41.3 } })
    expect(await sendAnywhere('GET', `/update?api_key=${key()}`)).toMatchObject({ status: 200, body: '0' })
  })

  it('admits nobody without a key, and leaves a time of another zone to its owner', async () => {
    expect(await sendAnywhere('GET', '/update?field1=1')).toMatchObject({ status: 401 })
    expect(await sendAnywhere('GET', '/update?api_key=wrong&field1=1')).toMatchObject({ status: 401 })
    const local = `api_key=${key()}&weight_kg=41&created_at=2026-05-10T08:40:00&timezone=Europe/Zurich`
    expect(await sendAnywhere('POST', '/update', local, form)).toMatchObject({ status: 200, body: '1' })
    expect((await station.doctor()).findings).toMatchObject([{ code: 'timeUnreadable' }])
  })
})

it('a time with a plus that was not encoded is read', async () => {
  expect(
    await sendAnywhere('GET', `/api/sensors?key=${key()}&weight_kg=41.1&time=2026-05-10T11:30:00+02:00`),
  ).toMatchObject({
    ...{ status: 201, body: 'saved' },
  })
  const body = `key=${key()}&weight_kg=41.2&timestamp=2026-05-10 11:40:00+0200`
  expect(await sendAnywhere('POST', '/api/sensors', body, form)).toMatchObject({ status: 201, body: 'saved' })
  expect(await station.last()).toMatchObject([{ weight: 41.2, time: '2026-05-10T09:40:00.000Z' }])
  // a date and a time of day have no zone
  const unzoned = await sendAnywhere('GET', `/api/sensors?key=${key()}&weight_kg=41.3&time=2026-05-10 11:50`)
  expect(unzoned.body).toBe('saved-without-time:time_zone_missing')
})

describe('beelogger_log.php', () => {
  it.each(['/beelogger_log.php', '/anna/beelogger_log.php', '/USERX/beelogger1/beelogger_log.php'])(
    'is served at %s',
    async (path) => {
      const query = `PW=${key()}&T1=34.5&G1=43.2&C=78`
      expect(await sendAnywhere('GET', `${path}?${query}`)).toMatchObject({ status: 200, body: '60Aok *' })
      station.app.clock.advance(1000)
      expect((await sendAnywhere('POST', path, query, form)).body).toBe('60Aok *')
      const uplink = { payload_fields: { Gewicht: 42, TempIn: 30 }, metadata: { gateways: [{ rssi: -99 }] } }
      station.app.clock.advance(1000)
      const lora = `${path}?Passwort=${key()}&LORA=1`
      expect((await sendAnywhere('POST', lora, uplink)).body).toBe('60Aok *')
      expect(await stored()).toEqual({ 1: { weight: 42, temperature: 30 } })
      expect(await sendAnywhere('GET', `${path}?PW=wrong&G1=1&C=2`)).toMatchObject({ status: 401 })
    },
  )

  it('is served nowhere else, and does not shadow the app', async () => {
    expect((await sendAnywhere('GET', `/a/b/c/beelogger_log.php?PW=${key()}&G1=43&C=44`)).body).not.toContain('ok *')
    expect((await sendAnywhere('GET', `/api/beelogger_log.php?PW=${key()}&G1=43&C=44`)).status).not.toBe(500)
  })
})

describe.each(['/api/v2/write', '/write'])('%s', (path) => {
  const write = (lines: string, query = '', headers: Record<string, string> = token()) =>
    sendAnywhere('POST', `${path}?org=bees&bucket=hives&db=hives${query}`, lines, headers)

  it('accepts points, with the precision of their times', async () => {
    const at = Date.parse('2026-05-10T09:00:00Z')
    const times = {
      '': `${at}000000`,
      '&precision=us': `${at + 1000}000`,
      '&precision=ms': `${at + 2000}`,
      '&precision=s': `${at / 1000 + 3}`,
    }
    for (const [query, time] of Object.entries(times)) {
      expect(await write(`hive weight=43.2,temperature=34.6 ${time}`, query)).toMatchObject({ status: 204, body: '' })
    }
    await station.app.deps.ingest.settled()
    const { body } = await station.anna.get('/dashboard')
    expect(body[0].scales).toMatchObject([{ last: { time: '2026-05-10T09:00:03.000Z', weight: 43.2 } }])
  })

  it('recognizes a field by its name or that of its measurement, and a hive by a tag', async () => {
    const lines = [
      'weight,host=ESP_1,hive=1 value=41',
      'scales,hive=hive-2 weight=42,temp=33',
      'scales,scale_id=3 weight_g=43000i',
      'weather,station=garden temperature=18.5,humidity=66,pressure=1013',
      'esp battery=3.9,rssi=-71',
    ]
    expect((await write(lines.join('\n'))).status).toBe(204)
    expect(await stored()).toEqual({
      0: { temperature: 18.5, humidity: 66 },
      1: { weight: 41 },
      2: { weight: 42, temperature: 33 },
      3: { weight: 43 },
    })
    expect(await station.controller()).toMatchObject({ battery: 3.9, signal: -71 })
  })

  it.each([
    ['numbers with zeros before them', ['02', '1'], { 1: { weight: 41 }, 2: { weight: 40 } }, []],
    ['a name where it is the only one', ['Linde'], { 1: { weight: 40 } }, []],
    ['numbers that no channel has', ['0', '1', '9', '12'], { 1: { weight: 41 } }, ['0', '12', '9']],
    ['several names', ['Linde', 'Buche'], {}, ['Buche', 'Linde']],
  ])('a tag tells the hive: %s', async (_, hives, channels, unknown) => {
    const lines = hives.map((hive, at) => `scales,hive=${hive} weight=${40 + at}`)
    expect((await write(lines.join('\n'))).status).toBe(204)
    const { body } = await station.anna.get(`/controller/${station.transmitter.id}/field`)
    expect(body.map(({ name }: { name: string }) => name)).toEqual(unknown.map((hive) => `${hive}_scales_weight`))
    // the same line by line: a second hive must not pass for the first
    for (const line of hives.some((hive) => /\d/.test(hive)) ? lines : []) {
      station.app.clock.advance(1000)
      expect((await write(line)).status).toBe(204)
    }
    expect(await stored()).toEqual(channels)
  })

  it('takes Home Assistant’s entities by their names and units', async () => {
    const say = (unit: string, entity: string, value: number) =>
      `${unit},domain=sensor,entity_id=${entity} value=${value},friendly_name_str="x"`
    const lines = [
      say('kg', 'hive_1_weight', 41.2),
      say('lb', 'hive_2_weight', 100),
      say('°F', 'outdoor_temperature', 68),
      say('%', 'outdoor_humidity', 60),
      // an hour is no humidity, and an ounce nothing that is read here
      say('h', 'uptime', 12),
      say('oz', 'hive_3_weight', 1500),
      say('kWh', 'washing_machine', 3),
    ]
    expect((await write(lines.join('\n'))).status).toBe(204)
    expect(await stored()).toEqual({
      0: { temperature: 20, humidity: 60 },
      1: { weight: 41.2 },
      2: { weight: 45.359 },
    })
    const { body } = await station.anna.get(`/controller/${station.transmitter.id}/field`)
    expect(body).toMatchObject([{ name: 'hive_3_weight' }])
  })

  it('does not give two series one unknown name, even if they never come together', async () => {
    for (const [topic, value] of [
      ['linde', 41],
      ['buche', 42],
    ]) {
      station.app.clock.advance(1000)
      expect((await write(`mqtt_consumer,topic=${topic} value=${value}`)).status).toBe(204)
      station.app.clock.advance(1000)
      expect((await write(`kg,domain=sensor,entity_id=${topic} value=${value}`)).status).toBe(204)
    }
    const { body } = await station.anna.get(`/controller/${station.transmitter.id}/field`)
    const names = body.map(({ name }: { name: string }) => name).sort()
    expect(names).toEqual(['buche', 'buche_mqtt_consumer', 'linde', 'linde_mqtt_consumer'])
  })

  it('remembers the first hive by its name, and mixes no other into it', async () => {
    const from = async (line: string) => {
      station.app.clock.advance(11 * 60_000)
      expect((await write(line)).status).toBe(204)
    }
    await from('scales,hive=Linde weight=40')
    await from('scales,hive=Buche weight=50')
    await from('scales,hive=Linde weight=40.1\nscales,hive=Buche weight=50.1')
    expect(await stored()).toEqual({ 1: { weight: 40.1 } })
    const { body } = await station.anna.get(`/controller/${station.transmitter.id}/field`)
    expect(body).toMatchObject([{ name: 'Buche_scales_weight', lastValue: 50.1 }])
    await from('scales,hive=Buche weight=50.2')
    await from('scales,hive=3 weight=30')
    expect(await stored()).toEqual({ 1: { weight: 40.1 }, 3: { weight: 30 } })
  })

  it('does not mix the weights of several devices behind a gateway', async () => {
    const from = async (...lines: string[]) => {
      station.app.clock.advance(11 * 60_000)
      expect((await write(lines.join('\n'))).status).toBe(204)
    }
    const unknown = async () => {
      const { body } = await station.anna.get(`/controller/${station.transmitter.id}/field`)
      return body.map(({ name, lastValue }: { name: string; lastValue: number }) => [name, lastValue])
    }
    // Telegraf's mqtt_consumer for JSON: each hive in a flush of its own
    const hive = (name: string, weight: number, temperature: number) =>
      `mqtt_consumer,host=pi,topic=zigbee2mqtt/hives/${name} weight=${weight},temperature=${temperature}`
    await from(hive('linde', 41, 34))
    await from(hive('buche', 52, 33))
    await from(hive('linde', 41.1, 34.1), hive('buche', 52.1, 33.1), 'mqtt_consumer,host=pi,topic=shed battery=3.9')
    expect(await stored()).toEqual({ 1: { weight: 41.1, temperature: 34.1 } })
    expect(await station.controller()).toMatchObject({ battery: 3.9 })
    expect(await unknown()).toEqual([
      ['ee2mqtt/hives/buche_mqtt_consumer_weight', 52.1],
      ['tt/hives/buche_mqtt_consumer_temperature', 33.1],
    ])
  })

  it('does not take the number of a point for a device', async () => {
    for (const id of [1, 2]) {
      station.app.clock.advance(11 * 60_000)
      expect((await write(`scales,id=${id} weight=${40 + id}`)).status).toBe(204)
    }
    expect(await stored()).toEqual({ 1: { weight: 42 } })
  })

  it('takes no hive for the first if several were named at once', async () => {
    expect((await write('scales,hive=Linde weight=40\nscales,hive=Buche weight=50')).status).toBe(204)
    station.app.clock.advance(11 * 60_000)
    expect((await write('scales,hive=Buche weight=50.1')).status).toBe(204)
    expect(await stored()).toEqual({})
  })

  it('takes none of several devices for the first, and each for what its owner says', async () => {
    // as written by vwout/mqtt-to-influxdb-forwarder
    const lines = (weights: Record<string, number>) =>
      Object.entries(weights).map(([node, weight]) => `weight,sensor_node=${node} value=${weight}`)
    expect((await write(lines({ linde: 41, buche: 52 }).join('\n'))).status).toBe(204)
    station.app.clock.advance(11 * 60_000)
    expect((await write(lines({ buche: 52.1 })[0]!)).status).toBe(204)
    expect(await stored()).toEqual({})
    const meaning = { name: 'buche_weight', quantity: 'weight', channel: 2 }
    expect((await station.anna.post(`/controller/${station.transmitter.id}/field`, meaning)).status).toBe(200)
    expect(await stored()).toEqual({ 2: { weight: 52.1 } })
    station.app.clock.advance(11 * 60_000)
    expect((await write(lines({ buche: 52.2 })[0]!)).status).toBe(204)
    expect(await stored()).toMatchObject({ 2: { weight: 52.2 } })
  })

  it.each([
    ['a name without end', 'L'.repeat(100_000)],
    ['a name that is cut within a character', `L${'🐝'.repeat(100)}`],
    ['a name with a character that no text may have', 'Li\0nde'],
    ['quotes and right-to-left letters', '"‮כוורת’); drop table controller; --'],
  ])('keeps %s as it can', async (_, name) => {
    const tag = name.replace(/[ ,=]/g, '\\$&')
    for (const weight of [40, 40.1]) {
      station.app.clock.advance(60_000)
      expect((await write(`scales,hive=${tag} weight=${weight}`)).status).toBe(204)
    }
    expect(await stored()).toEqual({ 1: { weight: 40.1 } })
    const { first_hive } = await station.app.db.selectFrom('controller').select('first_hive').executeTakeFirstOrThrow()
    expect(first_hive!.length).toBeLessThanOrEqual(100)
  })

  it('does not mix two hives that are named for the first time at the same moment', async () => {
    const replies = await Promise.all(
      ['Linde', 'Buche'].map((hive, i) => write(`scales,hive=${hive} weight=${40 + i}`)),
    )
    expect(replies.map(({ status }) => status)).toEqual([204, 204])
    const { body } = await station.anna.get(`/controller/${station.transmitter.id}/field`)
    expect(body).toHaveLength(1)
  })

  it('takes the newest battery as the current one, whatever the order of the points', async () => {
    const seconds = Date.parse('2026-05-10T09:00:00Z') / 1000
    for (const [battery, ago] of [
      [3.9, 0],
      [3.1, 365 * 86_400],
      [3.5, 3600],
    ]) {
      expect((await write(`esp battery=${battery} ${seconds - ago!}`, '&precision=s')).status).toBe(204)
    }
    expect(await station.controller()).toMatchObject({ battery: 3.9 })
  })

  it('reports what it did not take, and stores the rest', async () => {
    const lines = [
      'hive weight=41.7,temperature=-127',
      'hive',
      'hive,a=b humidity=60 99999999999999999',
      'esp battery=-1',
    ]
    const reply = await write(lines.join('\n'))
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ code: 'invalid', line: 1, error: reply.body.message })
    expect(reply.body.message).toMatch(/^partial write: line 1: .*temperature: temperature_unplugged.*dropped=4$/)
    expect(reply.body.message).toContain('line 2: missing fields')
    expect(reply.body.message).toContain('line 3: time_before_start')
    expect(await stored()).toEqual({ 1: { weight: 41.7 } })
  })

  it('does not let Telegraf’s figures of its own machine take the place of what its owner may want', async () => {
    const figures = (measurement: string) =>
      Array.from({ length: 12 }, (_, i) => `${measurement},host=pi figure_${i}=${i}`)
    const lines = [...['cpu', 'mem', 'disk', 'swap'].flatMap(figures), 'mem,host=pi battery=3.9']
    expect((await write([...lines, 'bme680,host=pi corrected_weight=43215'].join('\n'))).status).toBe(204)
    const { body } = await station.anna.get(`/controller/${station.transmitter.id}/field`)
    expect(body).toMatchObject([{ name: 'bme680_corrected_weight', lastValue: 43_215 }])
    expect(await station.controller()).toMatchObject({ battery: 3.9 })
  })

  it('keeps numbers under unknown names for their owner, two series of one name apart', async () => {
    expect(
      (await write('ds18b20,probe=a reading=30.5\nds18b20,probe=b reading=31.5\nhive text="ok",on=true')).status,
    ).toBe(204)
    const { body } = await station.anna.get(`/controller/${station.transmitter.id}/field`)
    expect(body).toMatchObject([
      { name: 'b_ds18b20_reading', lastValue: 31.5 },
      { name: 'ds18b20_reading', lastValue: 30.5 },
    ])
    await station.anna.post(`/controller/${station.transmitter.id}/field`, {
      ...{ name: 'ds18b20_reading', quantity: 'temperature', channel: 2 },
    })
    station.app.clock.advance(1000)
    expect((await write('ds18b20,probe=a reading=32.5')).status).toBe(204)
    expect(await stored()).toMatchObject({ 2: { temperature: 32.5 } })
  })

  // home-assistant/core, influxdb: its set-up ends with an error if this is refused
  it('lets Home Assistant try whether it may write', async () => {
    expect(await write('\n')).toMatchObject({ status: 204 })
    expect(await sendAnywhere('POST', path, '\n', { authorization: 'Token wrong' })).toMatchObject({ status: 401 })
  })

  it('accepts the key the way InfluxDB’s clients send theirs', async () => {
    const basic = `Basic ${Buffer.from(`user:${key()}`).toString('base64')}`
    for (const headers of [{ authorization: `Bearer ${key()}` }, { authorization: basic }]) {
      expect((await write('hive weight=40', '', headers)).status).toBe(204)
    }
    expect((await write('hive weight=40', `&u=x&p=${key()}`, {})).status).toBe(204)
    expect(await write('hive weight=40', '', {})).toMatchObject({
      status: 401,
      body: { code: 'unauthorized', message: 'device_key_missing', error: 'device_key_missing' },
    })
    expect(await write('hive weight=40', '', { authorization: 'Token wrong' })).toMatchObject({ status: 401 })
    const bare = await station.app.app.request('/api/v2/write', { method: 'POST', body: 'hive weight=40' })
    expect(bare.headers.get('www-authenticate')).toBe('Bearer')
  })

  it('refuses what it cannot read', async () => {
    expect(await write('', '')).toMatchObject({ status: 400, body: { code: 'invalid', message: 'no points' } })
    expect(await write('hive weight=1', '&precision=fortnight')).toMatchObject({ status: 400 })
    expect(await write('hive weight=1', '', { ...token(), 'content-encoding': 'br' })).toMatchObject({ status: 415 })
    expect(await write('x'.repeat(1_100_000))).toMatchObject({ status: 413 })
    const many = Array.from({ length: 301 }, (_, i) => `m field${i}=1`).join('\n')
    expect((await write(many)).body.message).toContain('line 301: too many fields')
  })
})

describe('a body that is too large', () => {
  const large = ' '.repeat(1024 * 1024 + 1)
  const announced = { 'content-length': String(large.length) }
  it.each<[string, () => [path: string, headers: Record<string, string>]]>([
    ['/api/ingest', () => ['/api/ingest', { ...station.bearer(), ...announced }]],
    ['/api/ingest/csv', () => ['/api/ingest/csv', { ...station.bearer(), ...announced }]],
    ['/api/ingest/csv', () => ['/api/ingest/csv', station.bearer()]],
    ['/api/ingest/json', () => [`/api/ingest/json?key=${key()}`, announced]],
    ['/api/v2/write', () => ['/api/v2/write', { ...token(), ...announced }]],
    ['/write', () => [`/write?p=${key()}`, announced]],
    ['/update', () => [`/update?api_key=${key()}`, announced]],
  ])('is refused at %s, and the owner is told so', async (path, make) => {
    const [to, headers] = make()
    expect((await sendAnywhere('POST', to, large, headers)).status).toBe(413)
    const values = { reason: 'body_too_large', path }
    expect((await station.doctor()).findings).toMatchObject([{ code: 'requestRefused', values }])
  })

  it('is refused with a wrong key or without one, too', async () => {
    for (const headers of [{ authorization: 'Bearer wrong' }, {}]) {
      expect((await sendAnywhere('POST', '/api/ingest/csv', large, { ...headers, ...announced })).status).toBe(413)
    }
  })
})
