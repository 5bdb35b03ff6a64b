import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DayFinding } from '#domain/insight/hint.ts'
import { CONTEXT_DAYS, JUDGED_DAYS } from '#domain/insight/hint-judges.ts'
import { createTestApp, TEST_START, type TestApp } from '../../../tests/support/server/test-app.ts'
import type { HintScale } from './read-hints.ts'
import { writeHints } from './write-hints.ts'

const DAY = 86_400
const MIDNIGHT = Date.parse(TEST_START) / 1000 - 10 * 3600

let app: TestApp
let scale: HintScale

beforeEach(async () => {
  app = await createTestApp()
  const anna = await app.signIn('anna@example.org')
  const { id: controllerId } = await app.claim(anna)
  const scaleId = await app.addScale(anna, controllerId, 1, { name: 'Linden' })
  scale = { scaleId, controllerId, emptyGrams: 0, feedStockGrams: 0, isBrood: 0 }
  await anna.post('/notification', { type: 'email', address: 'anna@example.org' })
})
afterEach(() => app.close())

const shown: DayFinding = { opens: true, confidencePercent: 80, why: [{ code: 'usesMuch' }] }
const findingOf = (letter: string): DayFinding => (letter === '!' ? shown : letter === '?' ? 'unknown' : null)

/** Judges the last days, one letter each; today is `today` days after the first call's. */
async function judge(text: string, today = 0) {
  const letters = [...text.padStart(CONTEXT_DAYS + JUDGED_DAYS, '.')]
  const midnights = letters.map((_, at) => {
    const time = MIDNIGHT + (today + at + 1 - letters.length) * DAY
    return { date: new Date(time * 1000).toISOString().slice(0, 10), time }
  })
  const found = {
    winter: letters.map((letter) => [findingOf(letter)]),
    stores: letters.map(() => [null]),
    queen: letters.map(() => [null]),
  }
  const nowMs = app.clock.now() + today * DAY * 1000
  return app.db.transaction().execute((db) => writeHints(db, [scale], { midnights, found }, nowMs))
}
const hints = async () => {
  const rows = await app.db.selectFrom('alarm').select(['status', 'started_at', 'ended_at']).orderBy('id').execute()
  const day = (time: number | null) => time && (Number(time) - MIDNIGHT) / DAY
  return rows.map(({ status, started_at, ended_at }) => [status, day(started_at), day(ended_at)])
}
const told = async () => (await app.db.selectFrom('delivery').select('stage').execute()).map(({ stage }) => stage)

test('a finding is stored once, and told silently', async () => {
  expect(await judge('!!')).toEqual([scale])
  expect(await judge('!!')).toEqual([])
  expect(await hints()).toEqual([['open', 0, null]])
  expect(await told()).toEqual(['told'])
})

test('it ends with the days that show it, and nothing more is sent', async () => {
  await judge('!!')
  await judge('!!.', 1)
  expect(await hints()).toEqual([['closed', 0, 1]])
  expect(await told()).toEqual(['told'])
})

test('what began long before the judged days continues', async () => {
  await judge('!!')
  for (let today = 1; today < 30; today++) await judge('!'.repeat(Math.min(today + 2, 18)), today)
  expect(await hints()).toEqual([['open', 0, null]])
  await judge(`${'!'.repeat(17)}.`, 30)
  expect(await hints()).toEqual([['closed', 0, 30]])
  expect(await told()).toEqual(['told'])
})

test('a gap of a week changes nothing, a longer one ends it', async () => {
  await judge('!!')
  await judge(`!!${'?'.repeat(7)}`, 7)
  expect(await hints()).toEqual([['open', 0, null]])
  await judge(`!!${'?'.repeat(9)}`, 9)
  expect(await hints()).toEqual([['closed', 0, 8]])
  await judge(`!!${'?'.repeat(16)}`, 16)
  expect(await hints()).toEqual([['closed', 0, 8]])
})

test('days that arrive late move its start, and tell nobody again', async () => {
  await judge('!!')
  await judge('!!!!!')
  expect(await hints()).toEqual([['open', -3, null]])
  expect(await told()).toEqual(['told'])
})

test('what late readings disprove is withdrawn if it was told, or else deleted', async () => {
  await judge('!!!.......')
  expect(await told()).toEqual([])
  await judge('..........')
  expect(await hints()).toEqual([])
  await judge('!!')
  await judge('..')
  expect(await hints()).toEqual([['withdrawn', 0, 0]])
  // and comes back
  await judge('!!')
  expect(await hints()).toEqual([['open', 0, null]])
})

test('hints of long ago tell nobody', async () => {
  await judge('!!????')
  expect(await hints()).toEqual([['open', -4, null]])
  expect(await told()).toEqual([])
})
