import { afterEach, beforeEach, expect, test } from 'vitest'
import { locales } from '#domain/platform/locale.ts'
import type { Troubles } from '#domain/platform/trouble.ts'
import { troubleKinds, troubleValues } from '#domain/platform/trouble.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { silentLogger } from '../../../platform/runtime/logger.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { createTroubles } from './troubles.ts'

const MINUTE = 60_000

let app: TestApp
let troubles: Troubles
const started: Troubles[] = []

beforeEach(async () => {
  app = await createTestApp()
  troubles = start()
})
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop()
  await app.close()
})

function start(onChange?: () => void): Troubles {
  const made = createTroubles({ ...app.deps, logger: silentLogger() }, onChange)
  started.push(made)
  return made
}
const rows = () => app.db.selectFrom('trouble').selectAll().orderBy('id').execute()
const disk = { kind: 'disk_low', values: { percent: 8 } } as const

test('raised again and again it stays one trouble, and is rarely written', async () => {
  const start = app.clock.now()
  for (let seconds = 0; seconds < 300; seconds++) {
    await troubles.raise(disk)
    await troubles.settled()
    app.clock.advance(1000)
  }
  const [row, ...others] = await rows()
  expect(others).toEqual([])
  expect(row).toMatchObject({ since: start, last_seen: start + 4 * MINUTE, ended_at: null, values: '{"percent":8}' })
  expect(await troubles.open()).toMatchObject([{ ...disk, since: start, lastSeen: start + 299_000 }])
})

test('each subject is a trouble of its own, and ends separately', async () => {
  await troubles.raise({ kind: 'series_damaged', subject: 'A' })
  app.clock.advance(MINUTE)
  await troubles.raise({ kind: 'series_damaged', subject: 'B' })
  await troubles.clear('series_damaged', 'A')
  await troubles.clear('series_damaged', 'C')
  await troubles.clear('series_damaged')
  expect(await troubles.open()).toMatchObject([{ kind: 'series_damaged', subject: 'B' }])
  await troubles.settled()
  expect(await rows()).toMatchObject([
    { subject: 'A', ended_at: app.clock.now() },
    { subject: 'B', ended_at: null },
  ])
})

test('a trouble that comes back at once continues, one that comes back later begins anew', async () => {
  await troubles.raise(disk)
  await troubles.clear('disk_low')
  app.clock.advance(10 * MINUTE)
  await troubles.raise(disk)
  await troubles.settled()
  expect(await rows()).toMatchObject([{ ended_at: null }])
  await troubles.clear('disk_low')
  await troubles.settled()
  app.clock.advance(20 * MINUTE)
  await troubles.raise(disk)
  await troubles.settled()
  expect(await rows()).toMatchObject([{ id: 1 }, { id: 2, since: app.clock.now(), ended_at: null }])
})

test('a restarted server continues with open troubles, even with those cleared before they were loaded', async () => {
  await troubles.raise(disk)
  await troubles.raise({ kind: 'mail_failing' })
  await troubles.settled()
  const since = app.clock.now()
  app.clock.advance(MINUTE)
  const next = start()
  await Promise.all([
    next.clear('mail_failing'),
    next.clear('sms_failing'),
    next.raise({ ...disk, values: { percent: 7 } }),
  ])
  expect(await next.open()).toMatchObject([{ kind: 'disk_low', since, values: { percent: 7 } }])
  await next.settled()
  expect(await rows()).toMatchObject([
    { kind: 'disk_low', ended_at: null, values: '{"percent":7}' },
    { kind: 'mail_failing', ended_at: app.clock.now() },
  ])
})

test('a trouble known only to the previous run is over at a new start, and continues if it shows again', async () => {
  const host = { kind: 'push_failing', subject: 'https://push.example.org' } as const
  for (const raised of [{ kind: 'mail_failing' }, host, disk] as const) await troubles.raise(raised)
  await troubles.settled()
  const since = app.clock.now()
  app.clock.advance(MINUTE)
  const next = start()
  expect(await next.open()).toMatchObject([disk])
  await next.settled()
  expect(await rows()).toMatchObject([{ ended_at: app.clock.now() }, { ended_at: app.clock.now() }, { ended_at: null }])
  app.clock.advance(MINUTE)
  await next.raise({ kind: 'mail_failing' })
  expect(await next.open()).toMatchObject([{ kind: 'mail_failing', since }, disk])
  await next.settled()
  expect(await rows()).toHaveLength(3)
})

test('while the database cannot be written troubles are known all the same, and written later', async () => {
  await app.db.schema.alterTable('trouble').renameTo('away').execute()
  const next = start()
  await next.raise(disk)
  await next.raise({ kind: 'mail_failing' })
  await next.settled()
  expect(await next.open()).toMatchObject([disk, { kind: 'mail_failing' }])
  await app.db.schema.alterTable('away').renameTo('trouble').execute()
  await next.clear('mail_failing')
  await next.settled()
  expect(await rows()).toMatchObject([
    { kind: 'disk_low', ended_at: null },
    { kind: 'mail_failing', ended_at: app.clock.now() },
  ])
})

test('reports when a trouble begins or ends, not when it continues', async () => {
  let changes = 0
  const next = start(() => changes++)
  for (let i = 0; i < 3; i++) await next.raise(disk)
  expect(changes).toBe(1)
  for (let i = 0; i < 3; i++) await next.clear('disk_low')
  expect(changes).toBe(2)
})

test.each(locales)('each kind has its texts in %s, with the values it is raised with', (language) => {
  for (const kind of troubleKinds) {
    const values = Object.fromEntries(troubleValues[kind].map((name) => [name, 3]))
    expect(translate(language, `trouble.${kind}`, { ...values, subject: 'X' })).not.toContain('{')
    expect(translate(language, `trouble.${kind}.todo`)).not.toContain('{')
  }
})

test('metrics include troubles: the number of each kind, and for this machine their subjects', async () => {
  const here = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  const ready = async (env: object = here) => {
    const response = await app.app.request('/readyz', {}, env)
    return { status: response.status, body: await response.json() }
  }
  expect(await ready()).toEqual({ status: 200, body: { status: 'ready', troubles: [] } })
  await app.deps.troubles.raise(disk)
  await app.deps.troubles.raise({ kind: 'push_failing', subject: 'push.example.org' })
  expect(await ready()).toMatchObject({
    status: 200,
    body: {
      status: 'degraded',
      troubles: [
        { kind: 'disk_low', text: expect.stringMatching(/^Only 8% of the disk is free\.$/) },
        { kind: 'push_failing', subject: 'push.example.org' },
      ],
    },
  })
  expect(await ready({ incoming: { socket: { remoteAddress: '192.0.2.7' } } })).toEqual({
    status: 200,
    body: { status: 'degraded' },
  })
  const figures = await (await app.app.request('/metrics', {}, here)).text()
  expect(figures).toContain('hivewatch_troubles{kind="disk_low"} 1\n')
  expect(figures).toContain('hivewatch_troubles{kind="mail_failing"} 0\n')
})
