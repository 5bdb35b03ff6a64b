import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Troubles } from '#domain/platform/trouble.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { createWays } from '../../../platform/loops/breaker.ts'
import { silentLogger } from '../../../platform/runtime/logger.ts'
import { tellOfBreakers } from './tell-of-breakers.ts'
import { createTroubles } from './troubles.ts'

const HOST = 'https://push.example.org'

let app: TestApp
let troubles: Troubles
let breakers: ReturnType<typeof createWays>
let look: () => Promise<void>
beforeEach(async () => {
  app = await createTestApp()
  troubles = createTroubles({ ...app.deps, logger: silentLogger() })
  breakers = createWays(app.deps)
  look = tellOfBreakers({ breakers, troubles })
})
afterEach(async () => {
  await troubles.stop()
  await app.close()
})

const open = async () => {
  await troubles.settled()
  return (await troubles.open()).map(({ kind, subject }) => (subject ? `${kind} ${subject}` : kind))
}
const silent = (place: string, ...witnesses: unknown[]) => {
  for (const witness of witnesses) breakers.push.ask(place, witness)('silent')
}

test('a push service that is silent for several accounts is a trouble until it answers', async () => {
  silent(HOST, 1, 2)
  expect(await open()).toEqual([])
  silent(HOST, 3)
  expect(await open()).toEqual([`push_failing ${HOST}`])
  app.clock.advance(16_000)
  breakers.push.ask(HOST)('silent')
  expect(await open()).toEqual([`push_failing ${HOST}`])
  app.clock.advance(60_000)
  breakers.push.ask(HOST)('answered')
  expect(await open()).toEqual([])
})

test('a push service that nobody uses any more soon stops being a trouble', async () => {
  silent(HOST, 1, 2, 3)
  app.clock.advance(10 * 60_000)
  await look()
  expect(await open()).toEqual([`push_failing ${HOST}`])
  app.clock.advance(60_000)
  await look()
  expect(await open()).toEqual([])
})

test('each of two push services is reported separately, and part of one is no trouble', async () => {
  const other = 'https://other.example.org'
  silent(`${HOST} of 7`, 1, 2, 3)
  expect(await open()).toEqual([])
  silent(HOST, 1, 2, 3)
  silent(other, 1, 2, 3)
  expect((await open()).sort()).toEqual([`push_failing ${other}`, `push_failing ${HOST}`])
  app.clock.advance(16_000)
  breakers.push.ask(HOST)('answered')
  expect(await open()).toEqual([`push_failing ${other}`])
})

test.each([
  ['email', 'mail_failing'],
  ['sms', 'sms_failing'],
] as const)('a gateway for %s that is silent is a trouble until it answers', async (way, kind) => {
  for (const witness of [1, 2, 3]) breakers[way].ask('gateway', witness)('silent')
  expect(await open()).toEqual([kind])
  app.clock.advance(16_000)
  breakers[way].ask('gateway')('answered')
  expect(await open()).toEqual([])
})
