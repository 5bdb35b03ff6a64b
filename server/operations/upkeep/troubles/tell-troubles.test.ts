import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TroubleKind } from '#domain/platform/trouble.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { queueMail } from '../../../platform/mails/queue-mail.ts'
import { silentLogger } from '../../../platform/runtime/logger.ts'
import { readTroubles } from './read-troubles.ts'
import { tellTroubles } from './tell-troubles.ts'
import { createTroubles } from './troubles.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let app: TestApp

beforeEach(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://hives.example.org' })
  await app.signIn('admin@example.org', { admin: true })
  const second = await app.signIn('chef@example.org', { admin: true })
  await app.db.updateTable('account').set({ language: 'de' }).where('id', '=', second.accountId).execute()
  await app.signIn('anna@example.org')
})
afterEach(() => app.close())

async function tell() {
  await app.deps.troubles.settled()
  await tellTroubles(app.deps)
  const mails = await app.db.selectFrom('mail').select(['recipient', 'subject', 'text']).orderBy('id').execute()
  await app.db.deleteFrom('mail').execute()
  return mails
}

test('administrators are told in their language, with troubles that begin together in one mail', async () => {
  await app.deps.troubles.raise({ kind: 'disk_low', values: { percent: 8 } })
  app.clock.advance(4 * MINUTE)
  expect(await tell()).toEqual([])
  await app.deps.troubles.raise({ kind: 'database_slow' })
  app.clock.advance(MINUTE)
  const mails = await tell()
  expect(mails.map(({ recipient }) => recipient)).toEqual(['admin@example.org', 'chef@example.org'])
  expect(mails[0]!.text).toMatch(/Only 8% of the disk is free\. Make room/)
  expect(mails[0]!.text).toContain('The database answers too slowly')
  expect(mails[0]!.text).toContain('https://hives.example.org/a/fleet')
  expect(mails[1]!.text).toMatch(/Nur noch 8\s% des Datenträgers/)
  app.clock.advance(10 * MINUTE)
  expect(await tell()).toEqual([])
})

test('they are told again after a day, and once when it is over', async () => {
  await app.deps.troubles.raise({ kind: 'database_slow' })
  app.clock.advance(5 * MINUTE)
  expect(await tell()).toHaveLength(2)
  app.clock.advance(24 * HOUR)
  expect(await tell()).toHaveLength(2)
  await app.deps.troubles.clear('database_slow')
  app.clock.advance(14 * MINUTE)
  expect(await tell()).toEqual([])
  app.clock.advance(2 * MINUTE)
  const mails = await tell()
  expect(mails).toHaveLength(2)
  expect(mails[0]!.subject).toBe('The server is fine again')
  expect(mails[0]!.text).toContain('Over: The database answers too slowly')
  app.clock.advance(48 * HOUR)
  expect(await tell()).toEqual([])
})

test('a trouble that is over before it was reported needs no mail', async () => {
  await app.deps.troubles.raise({ kind: 'database_slow' })
  app.clock.advance(3 * MINUTE)
  await app.deps.troubles.clear('database_slow')
  app.clock.advance(HOUR)
  expect(await tell()).toEqual([])
})

test('while mails fail none is written; other troubles are reported once mail works again', async () => {
  await app.deps.troubles.raise({ kind: 'mail_failing' })
  await app.deps.troubles.raise({ kind: 'database_slow' })
  app.clock.advance(HOUR)
  await queueMail(app.deps, { to: 'anna@example.org', subject: 'It waits', text: '' })
  expect(await tell()).toMatchObject([{ subject: 'It waits' }])
  await app.deps.troubles.clear('mail_failing')
  const mails = await tell()
  expect(mails).toHaveLength(2)
  expect(mails[0]!.text).not.toContain('mail server')
})

test('once all mails were given up, a mail about another trouble finds out whether mail works again', async () => {
  await app.deps.troubles.raise({ kind: 'mail_failing' })
  app.clock.advance(HOUR)
  expect(await tell()).toEqual([])
  await app.deps.troubles.raise({ kind: 'database_slow' })
  app.clock.advance(HOUR)
  const mails = await tell()
  expect(mails).toHaveLength(2)
  expect(mails[0]!.text).not.toContain('mail server')
})

test('a damaged row, or one of a kind unknown to this version, does not keep other troubles from being reported', async () => {
  await app.deps.troubles.raise({ kind: 'disk_low', values: { percent: 8 } })
  await app.deps.troubles.raise({ kind: 'database_slow' })
  await app.deps.troubles.raise({ kind: 'times_refused', values: { count: 2 } })
  await app.deps.troubles.settled()
  const change = (kind: TroubleKind, to: object) =>
    app.db.updateTable('trouble').set(to).where('kind', '=', kind).execute()
  await change('disk_low', { values: '{"percent":' })
  await change('times_refused', { kind: 'of_another_version' })
  app.clock.advance(HOUR)
  const restarted = createTroubles({ ...app.deps, logger: silentLogger() })
  expect((await restarted.open()).map(({ kind, values }) => [kind, values])).toEqual([['disk_low', {}]])
  await restarted.stop()
  expect((await readTroubles(app.deps)).ended).toMatchObject([{ kind: 'database_slow' }])
  const mails = await tell()
  expect(mails).toHaveLength(2)
  expect(mails[0]!.text).toMatch(/Only –\s?% of the disk is free/)
})
