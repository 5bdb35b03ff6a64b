import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RuleReplayResult } from '#domain/alerts/rule-replay.ts'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

const TEN_MINUTES = 600
const seconds = (time: string) => Date.parse(time) / 1000
const FROM = seconds('2026-04-30T00:00:00Z')

let app: TestApp
let anna: Client
let controller: Awaited<ReturnType<TestApp['claim']>>
let scaleId: number

/** Sends 40 kg that lose some grams with each reading of a stretch, with a little noise. */
async function send(stretches: { from: string; readings: number; grams: number }[], channel = 1) {
  const readings = []
  for (let time = FROM; time < app.clock.now() / 1000; time += TEN_MINUTES) {
    let grams = 40_000 + Math.round(8 * Math.sin(time / 355))
    for (const { from, readings: count, grams: each } of stretches) {
      const passed = Math.floor((time - seconds(from)) / TEN_MINUTES) + 1
      grams -= each * Math.min(count, Math.max(0, passed))
    }
    readings.push({ time: new Date(time * 1000).toISOString(), channel, weight: grams / 1000 })
  }
  const { imei, imsi, deviceKey } = controller
  const sent = await app.nobody.post('/ingest', { imei, imsi, readings }, { authorization: `Bearer ${deviceKey}` })
  expect(sent).toMatchObject({ status: 200, body: { rejected: [] } })
  await app.deps.ingest.settled()
  return readings.length
}

/** Two kilograms gone in half an hour, at noon local time on 8 May. */
const swarm = { from: '2026-05-08T10:00:00Z', readings: 3, grams: 700 }
/** 70 g every ten minutes for two hours, from noon on 6 May. */
const slowLoss = { from: '2026-05-06T10:00:00Z', readings: 12, grams: 70 }

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  controller = await app.claim(anna)
  scaleId = await app.addScale(anna, controller.id, 1, { name: 'Linden' })
})
afterEach(() => app.close())

const period = { from: '2026-05-01', to: '2026-05-09' }
async function replay(body: object) {
  const begun = await anna.post('/jobs', { type: 'RULE_REPLAY', scales: [scaleId], ...period, ...body })
  expect(begun.status).toBe(201)
  await app.jobs.idle()
  const { body: job } = await anna.get(`/jobs/${begun.body.id}`)
  expect(job).toMatchObject({ status: 'done', progress: 1, problem: null, description: 'Linden' })
  return v.parse(RuleReplayResult, job.result)
}

describe('an unchanged rule', () => {
  test('rings on the days it rang', async () => {
    await send([swarm])
    const result = await replay({ alarm: 'swarm' })
    expect(result).toMatchObject({ alarm: 'swarm', both: 1, added: 0, dropped: 0, omitted: 0 })
    const [alarm] = (await anna.get('/alarm?from=2026-05-01T00:00:00Z')).body
    expect(result.entries).toMatchObject([
      { scaleId, verdict: 'both', status: 'confirmed', startedAt: alarm.startedAt, alarmId: alarm.id },
    ])
    // 30 April to 9 May, ten days of 144 readings
    expect(result.readings).toBe(1440)
  })

  test('changes nothing', async () => {
    await send([swarm, slowLoss])
    const stored = async () => ({
      alarms: await app.db.selectFrom('alarm').selectAll().execute(),
      jumps: await app.db.selectFrom('jump').selectAll().execute(),
      checkpoints: await app.db.selectFrom('detector_checkpoint').selectAll().execute(),
      last: await app.db.selectFrom('scale_last').selectAll().execute(),
      deliveries: await app.db.selectFrom('delivery').selectAll().execute(),
    })
    const before = await stored()
    expect(before.alarms.length).toBeGreaterThan(0)
    await replay({ alarm: 'activity', thresholds: { activityTriggerLossLevel: 0.2, activityDrain: 0 } })
    expect(await stored()).toEqual(before)
  })
})

describe('another threshold', () => {
  test('would have rung where none did', async () => {
    await send([slowLoss])
    expect(await replay({ alarm: 'activity' })).toMatchObject({ both: 0, added: 0, entries: [] })
    const thresholds = { activityTriggerLossLevel: 0.3, activityDrain: 0.1 }
    const result = await replay({ alarm: 'activity', thresholds })
    expect(result).toMatchObject({ thresholds, both: 0, added: 1, dropped: 0 })
    expect(result.entries).toMatchObject([{ verdict: 'added', alarmId: null, startedAt: '2026-05-06T10:00:00.000Z' }])
  })

  test('would not have rung where one did', async () => {
    await send([swarm])
    for (const thresholds of [{ alarmFromHour: 15 }, { leastConfidence: 99 }]) {
      const result = await replay({ alarm: 'swarm', thresholds })
      expect(result).toMatchObject({ both: 0, added: 0, dropped: 1 })
      expect(result.entries[0]).toMatchObject({ verdict: 'dropped', alarmId: expect.any(Number) })
    }
  })

  test('counts nothing outside its period', async () => {
    await send([swarm])
    expect(await replay({ alarm: 'swarm', to: '2026-05-07' })).toMatchObject({ both: 0, dropped: 0, entries: [] })
  })
})

test('a damaged day is a gap: what is known of the others is found', async () => {
  await send([swarm])
  await app.db
    .updateTable('tile')
    .set({ bytes: Uint8Array.of(1) })
    .where('scale_id', '=', scaleId)
    .where('level', '=', levelNumber.raw)
    .where('from', '=', seconds('2026-05-03T00:00:00Z'))
    .execute()
  expect(await replay({ alarm: 'swarm' })).toMatchObject({ both: 1, added: 0, dropped: 0, readings: 1296 })
})

test("it waits for readings received for its hives and nearby ones, and for nobody else's", async () => {
  await send([])
  const [beside, away] = [await app.claim(anna), await app.claim(anna)]
  for (const { id } of [beside, away]) await app.addScale(anna, id)
  await app.db.updateTable('controller').set({ latitude: 47.5 }).where('id', '=', away.id).execute()
  const settled = vi.spyOn(app.deps.ingest, 'settled')
  await replay({ alarm: 'swarm' })
  const [patience, controllerIds] = settled.mock.calls[0]!
  expect([patience, new Set(controllerIds)]).toEqual(['patiently', new Set([controller.id, beside.id])])
})

describe('what cannot be tried', () => {
  test.each([
    ['a scale of somebody else', { alarm: 'swarm', scales: [999] }, 404, 'scale_not_found'],
    ['no scale', { alarm: 'swarm', scales: [] }, 400, 'no_scales_selected'],
    ['an alarm without a rule', { alarm: 'battery' }, 400, 'invalid_body'],
    ['a threshold that is none', { alarm: 'swarm', thresholds: { mood: 1 } }, 400, 'invalid_body'],
    ['more than two years', { alarm: 'swarm', from: '2023-01-01' }, 400, 'range_too_large'],
  ])('%s', async (_, body, status, code) => {
    const refused = await anna.post('/jobs', { type: 'RULE_REPLAY', scales: [scaleId], ...period, ...body })
    expect(refused).toMatchObject({ status, body: { code } })
  })
})
