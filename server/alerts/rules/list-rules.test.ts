import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

const MINUTE = 60_000

let app: TestApp
let anna: Client
let transmitter: Awaited<ReturnType<TestApp['claim']>>

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  transmitter = await app.claim(anna)
})
afterEach(() => app.close())

/** Sends a weight on a channel every so many minutes, for six times. */
async function send(channel: number, minutes: number) {
  const { imei, imsi, deviceKey } = transmitter
  const readings = Array.from({ length: 6 }, (_, at) => ({
    ...{ channel, weight: 40, time: new Date(app.clock.now() - at * minutes * MINUTE).toISOString() },
  }))
  const headers = { authorization: `Bearer ${deviceKey}` }
  expect((await app.request('POST', '/ingest', { body: { imei, imsi, readings }, headers })).status).toBe(200)
  await app.deps.ingest.settled()
}

const add = (name: string, condition: object, scaleIds: number[] = []) =>
  anna.post('/rule', {
    ...{ name, everyOwn: scaleIds.length === 0, scaleIds, channelIds: null, isOn: true },
    terms: {
      ...{ forMinutes: 0, hours: null, months: null, timeZone: 'UTC' },
      conditions: [{ quantity: 'weight', is: 'falls', value: 2, ...condition }],
    },
  })

test('the list says at which hives a rule cannot ring because they measure too seldom', async () => {
  const [often, seldom, unknown] = [1, 2, 3].map((channel) => app.addScale(anna, transmitter.id, channel))
  const ids = [await often!, await seldom!, await unknown!]
  await send(1, 10)
  await send(2, 60)
  await add('half an hour', { withinMinutes: 30 })
  await add('an hour', { withinMinutes: 60 })
  await add('the often one', { withinMinutes: 30 }, [ids[0]!])
  await add('less', { is: 'risesLess', withinMinutes: 30 })
  await add('level', { is: 'below' })
  await add('warmth', { quantity: 'temperature', withinMinutes: 30 })
  const list = (await anna.get('/rule')).body as { name: string; seldomIds: number[] }[]
  expect(list.map(({ name, seldomIds }) => [name, seldomIds])).toEqual([
    ['half an hour', [ids[1]]],
    ['an hour', []],
    ['the often one', []],
    ['less', []],
    ['level', []],
    ['warmth', []],
  ])
})
