import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { tellDamagedValues } from './tell-damaged-values.ts'

let app: TestApp

beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const signal = new AbortController().signal
const open = async () => {
  await tellDamagedValues(app.deps, signal)
  return (await app.deps.troubles.open()).filter(({ kind }) => kind === 'values_damaged')
}

async function addJobs(count: number, changes: object = {}) {
  const row = { type: 'EXPORT', account_id: null, controller_id: null, from: null, to: null, input: '{}' } as const
  const over = {
    status: 'done',
    detail: null,
    dedup_key: null,
    due_at: 1,
    lease_until: null,
    lease_holder: null,
  } as const
  const times = { problem: null, result: null, created_at: 1, started_at: null, finished_at: 2 }
  const rows = Array.from({ length: count }, () => ({ ...row, ...over, ...times, ...changes }))
  return app.db.insertInto('job').values(rows).returning('id').execute()
}

test('names the table, row, and column of damaged JSON, however far back, and ends once it is repaired', async () => {
  await addJobs(450)
  expect(await open()).toEqual([])
  const [damaged] = await addJobs(1, { result: '{"rows": 1' })
  await addJobs(1)
  expect(await open()).toMatchObject([{ values: { first: `job ${damaged!.id}: result`, count: 1 } }])
  await app.db.updateTable('job').set({ result: '{"rows": 1}' }).execute()
  expect(await open()).toEqual([])
})

test('names damaged times of every table', async () => {
  const anna = await app.signIn('anna@example.org')
  await addJobs(1, { finished_at: 9e15 })
  expect(await open()).toMatchObject([{ values: { first: expect.stringMatching(/^job \d+: finished_at$/), count: 1 } }])
  const { id } = await app.claim(anna)
  await app.db.updateTable('controller').set({ last_seen_at: -9e15 }).where('id', '=', id).execute()
  expect(await open()).toMatchObject([{ values: { first: `controller ${id}: last_seen_at`, count: 2 } }])
})

test('much damage is one trouble, and a few lines of the log', async () => {
  const error = vi.spyOn(app.deps.logger, 'error').mockImplementation(() => undefined)
  await addJobs(250, { input: '' })
  expect(await open()).toMatchObject([{ values: { count: 250 } }])
  expect(await open()).toHaveLength(1)
  expect(error).toHaveBeenCalledTimes(2)
  expect(error.mock.calls[0]).toMatchObject([{ count: 250, damaged: { length: 100 } }, expect.any(String)])
})

test('is done every night', async () => {
  const root = await app.signIn('root@example.org', { admin: true })
  await addJobs(1, { result: 'x', finished_at: app.clock.now() })
  await root.post('/jobs', { type: 'RETENTION' })
  await app.jobs.idle()
  expect(await app.deps.troubles.open()).toMatchObject([{ kind: 'values_damaged' }])
})
