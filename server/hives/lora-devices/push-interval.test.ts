import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { transmitterStation } from '../../../tests/support/samples/transmitter-station.ts'
import { startWebReceiver, type WebReceiver } from '../../../tests/support/services/web-receiver.ts'
import { downlinkPlaceOf } from './push-interval.ts'

const station = transmitterStation()
const PATH = '/api/v3/as/applications/bees/webhooks/hivewatch/devices/base-1/down/push'
const MINUTE = 60_000
let stack: WebReceiver
let minutes = 0
beforeEach(async () => {
  minutes = 0
  stack = await startWebReceiver()
})
afterEach(() => stack.close())

const beepBase = { f_port: 3, frm_payload: Buffer.from('1B0C4B0C44640A01012D2D040107D6', 'hex').toString('base64') }
/** An uplink whose headers say where its downlinks go. */
async function uplink(message: object = beepBase, devEui = '0004A30B001C0530', headers: Record<string, string> = {}) {
  const received_at = new Date(Date.parse('2026-05-10T09:00:00Z') + ++minutes * 1000).toISOString()
  const body = { end_device_ids: { dev_eui: devEui }, uplink_message: { ...message, received_at } }
  const place = { 'x-downlink-push': `${stack.url}${PATH}`, 'x-downlink-apikey': 'NNSXS.KEY', ...headers }
  const { status } = await station.send('/ingest/lorawan', body, place)
  expect(status).toBe(200)
  await station.app.deps.intervalPushes.settled()
}
const choose = (updateInterval: number) =>
  station.anna.post(`/controller/${station.transmitter.id}`, { updateInterval })

const downlinkFindings = async (): Promise<string[]> =>
  (await station.doctor()).findings
    .map(({ code }: { code: string }) => code)
    .filter((code: string) => code.startsWith('downlink'))

describe('a new update interval', () => {
  it('is sent by downlink after the next uplink, once', async () => {
    await uplink()
    await choose(2)
    expect(stack.received).toEqual([])
    await uplink()
    await uplink()
    expect(stack.received).toMatchObject([
      {
        path: PATH,
        headers: { authorization: 'Bearer NNSXS.KEY', 'content-type': 'application/json' },
        body: { downlinks: [{ frm_payload: Buffer.from('9D010078', 'hex').toString('base64'), f_port: 6 }] },
      },
    ])
    await choose(1)
    await uplink()
    expect(stack.received).toHaveLength(2)
    expect(await downlinkFindings()).toEqual([])
  })

  it('is sent to a Dragino with its maker’s firmware in its own form, and to no other device', async () => {
    const dragino = { f_port: 2, decoded_payload: { TempC_SHT: 21, Node_type: 'LHT65N' } }
    const own = { f_port: 2, decoded_payload: { weight: 41 } }
    for (const message of [dragino, own]) await uplink(message, 'A840419EDB62011C')
    await choose(3)
    await uplink(own, 'A840419EDB62011C')
    expect(stack.received).toEqual([])
    await uplink(dragino, 'A840419EDB62011C')
    const frm_payload = Buffer.from('01002A30', 'hex').toString('base64')
    expect(stack.received).toMatchObject([{ body: { downlinks: [{ frm_payload, f_port: 1 }] } }])
  })

  it('is retried after a growing pause if it is refused, and the owner is told', async () => {
    stack.state.answer = { status: 403 }
    await uplink()
    await choose(2)
    await uplink()
    await uplink()
    expect(stack.received).toHaveLength(1)
    expect((await station.doctor()).findings).toContainEqual(
      expect.objectContaining({ code: 'downlinkRefused', values: expect.objectContaining({ value: 'HTTP 403' }) }),
    )
    station.app.clock.advance(10 * MINUTE)
    await uplink()
    station.app.clock.advance(10 * MINUTE)
    await uplink()
    expect(stack.received).toHaveLength(2)
    stack.state.answer = { status: 500 }
    station.app.clock.advance(10 * MINUTE)
    await uplink()
    stack.state.answer = { status: 200 }
    station.app.clock.advance(40 * MINUTE)
    await uplink()
    await uplink()
    expect(stack.received).toHaveLength(4)
  })

  it.each([
    [401, 'downlinkRefused'],
    [404, 'downlinkNotFound'],
    [429, 'downlinkUnanswered'],
    [503, 'downlinkUnanswered'],
    ['hang up', 'downlinkUnanswered'],
  ] as const)('that The Things Stack answers with %s is reported as %s, until it is accepted', async (answer, code) => {
    stack.state.answer = answer === 'hang up' ? answer : { status: answer }
    await uplink()
    await choose(2)
    await uplink()
    expect(await downlinkFindings()).toEqual([code])
    stack.state.answer = { status: 200 }
    station.app.clock.advance(10 * MINUTE)
    await uplink()
    expect(await downlinkFindings()).toEqual([])
  })

  it('waits if no place for downlinks is known, and its owner is told', async () => {
    await uplink(beepBase, undefined, { 'x-downlink-push': '' })
    expect(await downlinkFindings()).toEqual([])
    await choose(2)
    await uplink(beepBase, undefined, { 'x-downlink-push': '', 'x-downlink-apikey': '' })
    expect(await downlinkFindings()).toEqual(['downlinkKeyMissing'])
    await uplink(beepBase, undefined, { 'x-downlink-apikey': '' })
    await uplink(beepBase, undefined, { 'x-downlink-push': `${stack.url}/elsewhere` })
    expect(stack.received).toEqual([])
  })

  it('does not store the API key', async () => {
    await uplink()
    await choose(2)
    await uplink()
    const rows = await station.app.db.selectFrom('lora_downlink').selectAll().execute()
    expect(rows).toMatchObject([{ interval_hours: 2, failures: 0 }])
    expect(JSON.stringify(rows)).not.toContain('NNSXS')
  })
})

it.each([
  [`https://eu1.cloud.thethings.network${PATH}`, 'NNSXS.KEY', true],
  [`http://eu1.cloud.thethings.network${PATH}`, 'NNSXS.KEY', false],
  [`https://127.0.0.1${PATH}`, 'NNSXS.KEY', false],
  [`https://user:word@example.org${PATH}`, 'NNSXS.KEY', false],
  [`https://example.org${PATH}`, 'KEY\r\nX-More: 1', false],
  [`https://example.org${PATH}`, 'k'.repeat(401), false],
  ['https://example.org/api/v3/as/applications/a/webhooks/b/devices/c/down/replace', 'NNSXS.KEY', false],
  ['not an address', 'NNSXS.KEY', false],
])('a downlink goes to %s with a key like %j: %s', (url, apiKey, isTaken) => {
  const headers: Record<string, string> = { 'x-downlink-push': url, 'x-downlink-apikey': apiKey }
  const place = downlinkPlaceOf((name) => headers[name], { allowPrivateEndpoints: false } as never)
  expect(place !== undefined).toBe(isTaken)
})
