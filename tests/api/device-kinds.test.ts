import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import en from '../../locales/en/connect.json' with { type: 'json' }
import { shownBroker } from '../../server/platform/config/mqtt-settings.ts'
import { deviceKinds, type Filling } from '../../web/features/hives/controllers/connect/device-kinds.ts'
import { type Client, createTestApp, type TestApp } from '../support/server/test-app.ts'

let app: TestApp
let anna: Client
beforeAll(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
})
afterAll(() => app.close())

const site = 'https://hives.example.org'
const filled = (changes: Partial<Filling> = {}): Filling => ({
  ...{ site, broker: 'mqtts://mqtt.example.org:8883', imei: '356938035643809', imsi: '228011234567890' },
  ...{ key: 'a-device-key', now: new Date(app.clock.now()).toISOString() },
  ...changes,
})

describe.each(deviceKinds)('$id', (kind) => {
  test('has its texts, and its settings are filled in', () => {
    expect(en).toHaveProperty([`connect.kind.${kind.id}`])
    expect(en).toHaveProperty([`connect.kind.${kind.id}.lead`])
    const settings = kind.settings(filled())
    for (const { id } of settings) expect(en).toHaveProperty([`connect.setting.${id}`])
    const text = settings.map((setting) => setting.text).join('\n')
    expect(text).toContain('a-device-key')
    expect(text).toContain(kind.id === 'mqtt' ? 'mqtt.example.org' : 'hives.example.org')
  })

  test.runIf(kind.request)('what a device sends with these settings is accepted as a reading', async () => {
    const controller = await app.claim(anna)
    const { imei, imsi, deviceKey: key } = controller
    const { method, url, headers, body } = kind.request!(filled({ imei, imsi, key }))
    const response = await app.app.request(url, { method, headers, ...(body !== undefined && { body }) })
    expect(response.status, await response.clone().text()).toBeLessThan(300)
    await app.deps.ingest.settled()
    const { body: dashboard } = await anna.get('/dashboard')
    const [scale] = dashboard.find(({ id }: { id: number }) => id === controller.id).scales
    expect(scale).toMatchObject({ channel: 1, last: { weight: expect.closeTo(43.2, 1) } })
    expect((await anna.get(`/controller/${controller.id}/doctor`)).body).toMatchObject({ findings: [] })
  })
})

test.each([
  ['mqtts://mqtt.example.org:8883', 'mqtts://mqtt.example.org:8883'],
  ['wss://mqtt.example.org/mqtt', 'wss://mqtt.example.org'],
  ['mqtt://10.0.0.5:1883', ''],
  ['mqtt://localhost', ''],
  ['mqtt://broker', ''],
  ['mqtt://broker.internal', ''],
  ['mqtt://[::1]', ''],
])('the broker %s is shown as “%s”', (url, shown) => {
  expect(shownBroker({ url })).toBe(shown)
})
