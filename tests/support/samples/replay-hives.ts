import { createHash } from 'node:crypto'
import { ApiClient } from '../../../server/demo/api-client.ts'
import { readRealHives } from '../../score/real-hives.ts'

/*
 * Replays the real hives through one simulated transmitter into a running server with OPEN_PROVISIONING=true:
 *   node tests/support/samples/replay-hives.ts http://127.0.0.1:8080 hives@example.ch password
 * The last reading is at the current time, so that dashboard and timeline show the season's end as the present.
 */
const [url = 'http://127.0.0.1:8080', email = 'hives@example.ch', password = 'bienenstand'] = process.argv.slice(2)
const apiary = readRealHives()
if (!apiary) throw new Error('the real hives are not here')

const api = new ApiClient(url)
const hash = createHash('sha256').update(password).digest('hex')
const profile = {
  firstname: 'Real',
  lastname: 'Hives',
  street: 'Campus 1',
  zip: '85719',
  city: 'Tucson',
  country: 'ch',
}
await api.post('/registration/user', { email, password: hash, acceptTerms: true, language: 'en', profile })
const identity = { imei: '356938035643825', imsi: '228011234567916' }
const { id, deviceKey } = await api.post<{ id: number; deviceKey: string }>('/registration/controller', {
  ...identity,
  name: 'Tucson',
  location: { latitude: 32.2319, longitude: -110.9501 },
  updateInterval: 1,
})

const last = Math.max(...apiary.hives.map((hive) => hive.samples.at(-1)!.time))
const shift = Math.floor(Date.now() / 1000 / 86_400) * 86_400 - Math.ceil(last / 86_400) * 86_400
const readings = apiary.hives
  .flatMap((hive, i) =>
    hive.samples.map(({ time, weightGrams }) => ({ time: time + shift, channel: i + 1, weightGrams })),
  )
  .sort((a, b) => a.time - b.time)
const started = performance.now()
for (let at = 0; at < readings.length; at += 9000) {
  const batch = readings.slice(at, at + 9000).map(({ time, channel, weightGrams }) => ({
    time: new Date(time * 1000).toISOString(),
    channel,
    weight: weightGrams / 1000,
  }))
  await api.post(
    '/ingest',
    { ...identity, battery: 3.9, signal: -71, readings: batch },
    { authorization: `Bearer ${deviceKey}` },
  )
}
const seconds = (performance.now() - started) / 1000
console.log(`controller ${id}: ${readings.length} readings of ${apiary.hives.length} hives in ${seconds.toFixed(1)} s`)
