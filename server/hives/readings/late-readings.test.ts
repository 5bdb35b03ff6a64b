import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

const MINUTE = 60_000
/** Fifty days before the start. */
const LONG_AGO = -50 * 1440 + 7

let app: TestApp
let anna: Client
let transmitter: Awaited<ReturnType<TestApp['claim']>>
let id: number
let start: number

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  transmitter = await app.claim(anna)
  id = await app.addScale(anna, transmitter.id, 1, { name: 'Old' })
  start = app.clock.now()
})
afterEach(() => app.close())

/** Sends readings of the first channel from these minutes after the start; each weighs as many kg as its minute. */
async function send(minutes: readonly number[]) {
  const { imei, imsi, deviceKey } = transmitter
  const readings = minutes.map((after) => ({
    ...{ time: new Date(start + after * MINUTE).toISOString() },
    ...{ channel: 1, weight: Math.abs(after) % 1000 },
  }))
  const headers = { authorization: `Bearer ${deviceKey}` }
  const { status, body } = await app.request('POST', '/ingest', { body: { imei, imsi, readings }, headers })
  expect(status).toBe(200)
  await app.deps.ingest.settled()
  const refused = body.rejected.map(({ index, code }: { index: number; code: string }) => [minutes[index], code])
  return { accepted: body.accepted as number, duplicates: body.duplicates as number, refused }
}
const stored = (accepted: number, duplicates = 0) => ({ accepted, duplicates, refused: [] })

async function weights(scaleId: number): Promise<number[]> {
  const from = start / 1000 - 86_400 * 60
  const { body } = await anna.get(`/timeline?scales=${scaleId}&from=${from}&to=${start / 1000 + 86_400 * 2}&level=raw`)
  return body.series.flatMap(({ tiles }: { tiles: { weight: number[] }[] }) => tiles.flatMap(({ weight }) => weight))
}
const goOn = (minutes: number) => app.clock.advance(minutes * MINUTE)
const put = (state: string, scaleId = id) => anna.post(`/scale/${scaleId}`, { state })
const archive = () => anna.post(`/controller/${transmitter.id}/channel/1/archive`)

describe.each([
  ['archived on its channel', archive, 'scale_archived'],
  ['archived by an edit', () => put('archived'), 'scale_archived'],
  ['switched off', () => put('deactivated'), 'scale_deactivated'],
] as const)('a scale that was %s', (_, putAway, code) => {
  it('accepts earlier readings, once, and none from that moment or later', async () => {
    expect(await send([0])).toEqual(stored(1))
    goOn(60)
    expect((await putAway()).status).toBe(200)
    goOn(60)
    const both = [20, 59, 60, 61, 100]
    const refused = [60, 61, 100].map((minute) => [minute, code])
    expect(await send(both)).toEqual({ accepted: 2, duplicates: 0, refused })
    expect(await send(both)).toEqual({ accepted: 0, duplicates: 2, refused })
    expect(await send([10])).toEqual(stored(1))
    expect(await weights(id)).toEqual([0, 10, 20, 59])
  })

  it('keeps that moment through edits, and when changing between two states without readings', async () => {
    goOn(60)
    await putAway()
    goOn(60)
    await anna.post(`/scale/${id}`, { name: 'Gone', feedStock: 3 })
    await put('deactivated')
    await put('archived')
    expect(await send([59, 60])).toEqual({ accepted: 1, duplicates: 0, refused: [[60, 'scale_archived']] })
    await put('deactivated')
    expect(await send([58, 60])).toEqual({ accepted: 1, duplicates: 0, refused: [[60, 'scale_deactivated']] })
  })
})

test('restored it accepts everything, and archived again what was weighed up to then', async () => {
  goOn(60)
  await archive()
  goOn(60)
  await put('empty')
  expect(await app.db.selectFrom('scale').select('collected_until').execute()).toEqual([{ collected_until: null }])
  expect(await send([90, 110])).toEqual(stored(2))
  goOn(60)
  await archive()
  expect(await send([91, 179, 180])).toEqual({ accepted: 2, duplicates: 0, refused: [[180, 'scale_archived']] })
})

test('on a channel with a new sensor, late readings belong to the old one and the others to the new one', async () => {
  goOn(60)
  await archive()
  const second = await app.addScale(anna, transmitter.id, 1, { name: 'Second' })
  goOn(60)
  await put('archived', second)
  const third = await app.addScale(anna, transmitter.id, 1, { name: 'Third' })
  goOn(60)
  expect(await send([150, 119, 120, 59, 60])).toEqual(stored(5))
  expect(await send([150, 119, 120, 59, 60])).toEqual(stored(0, 5))
  expect([await weights(id), await weights(second), await weights(third)]).toEqual([[59], [60, 119], [120, 150]])
  expect((await anna.get('/scale/all')).body).toHaveLength(3)
})

test('a transmitter whose clock is months behind counts for the new sensor, not the old one', async () => {
  goOn(60)
  await archive()
  const second = await app.addScale(anna, transmitter.id, 1, { name: 'Second' })
  expect(await send([LONG_AGO])).toEqual(stored(1))
  expect([await weights(id), await weights(second)]).toEqual([[], [993]])
})

test('a scale that moved, never collected, or stopped at an unknown time accepts no late readings', async () => {
  goOn(60)
  await archive()
  await app.db.updateTable('scale').set({ collected_until: null }).execute()
  expect(await send([30])).toEqual({ accepted: 0, duplicates: 0, refused: [[30, 'scale_archived']] })

  const off = await app.addScale(anna, transmitter.id, 1, { name: 'Off', state: 'deactivated' })
  expect(await send([30])).toEqual({ accepted: 0, duplicates: 0, refused: [[30, 'scale_deactivated']] })

  await anna.post(`/scale/${off}`, { state: 'active', channelId: 2 })
  await put('archived', off)
  await anna.post(`/scale/${off}`, { channelId: 1 })
  expect(await send([30])).toEqual({ accepted: 0, duplicates: 0, refused: [[30, 'scale_archived']] })
})

test('combined load cells form one reading before and after that moment', async () => {
  await app.db.updateTable('controller').set({ load_cells: 2 }).execute()
  goOn(60)
  await archive()
  const { imei, imsi, deviceKey } = transmitter
  const readings = [59, 60].flatMap((after) =>
    [1, 2].map((channel) => ({ time: new Date(start + after * MINUTE).toISOString(), channel, weight: 20 })),
  )
  const headers = { authorization: `Bearer ${deviceKey}` }
  const { body } = await app.request('POST', '/ingest', { body: { imei, imsi, readings }, headers })
  expect(body).toMatchObject({
    accepted: 2,
    rejected: [
      { index: 2, code: 'scale_archived' },
      { index: 3, code: 'scale_archived' },
    ],
  })
  await app.deps.ingest.settled()
  expect(await weights(id)).toEqual([40])
})

test('accepted late readings are not reported to the owner as a refusal', async () => {
  goOn(60)
  await archive()
  goOn(60)
  await send([59])
  expect(app.deps.refusals.of(transmitter.id)).toBeUndefined()
  await send([61])
  expect(app.deps.refusals.of(transmitter.id)).toMatchObject({ code: 'scale_archived' })
})
