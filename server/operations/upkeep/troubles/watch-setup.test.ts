import { afterEach, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { checkSetup, insecureSettings } from './watch-setup.ts'

let app: TestApp
afterEach(() => app?.close())

const subjects = async () => (await app.deps.troubles.open()).map(({ kind, subject }) => `${kind} ${subject}`)
const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })

it.each([
  [undefined, false, []],
  ['https://bees.example.org', true, []],
  ['https://bees.example.org', false, ['TRUST_PROXY']],
  ['http://bees.example.org', true, ['PUBLIC_URL']],
  ['http://localhost:8080', false, []],
  ['http://192.168.1.20', false, []],
  ['http://hives.local', false, []],
])('with PUBLIC_URL %s and TRUST_PROXY %s misses %j', async (publicUrl, trustProxy, missing) => {
  app = await createTestApp()
  const found = insecureSettings({ publicUrl, trustProxy })
  expect(Object.entries(found).flatMap(([subject, words]) => (words ? [subject] : []))).toEqual(missing)
})

it('is reported at the start, in the log and as a trouble, until it is fixed', async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://bees.example.org' })
  const warn = vi.spyOn(app.deps.logger, 'warn')
  await checkSetup(app.deps)
  expect(warn.mock.calls.filter(([words]) => String(words).includes('TRUST_PROXY=true'))).toHaveLength(1)
  expect(await subjects()).toEqual(['insecure_setup TRUST_PROXY'])
  await checkSetup({ ...app.deps, config: { ...app.deps.config, trustProxy: true } })
  expect(await subjects()).toEqual([])
})

it('withdraws troubles about backups once PostgreSQL makes its own', async () => {
  app = await createTestApp()
  const { config, troubles } = app.deps
  const starts = (database: typeof config.database) => checkSetup({ ...app.deps, config: { ...config, database } })
  await troubles.raise({ kind: 'backup_damaged', values: { first: 'tile', count: 1 } })
  await starts({ kind: 'file', file: 'hivewatch.sqlite' })
  expect(await subjects()).toEqual(['backup_damaged undefined'])
  await starts({ kind: 'postgres', url: 'postgres://127.0.0.1/hivewatch' })
  expect(await subjects()).toEqual([])
})

it('is reported once for a proxy that reveals itself', async () => {
  app = await createTestApp()
  const warn = vi.spyOn(app.deps.logger, 'warn')
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  await app.app.request('/api/user/ping', { headers }, from('203.0.113.9'))
  await app.app.request('/api/user/ping', {}, from('127.0.0.1'))
  expect(await subjects()).toEqual([])
  for (let i = 0; i < 3; i++) await app.app.request('/api/user/ping', { headers }, from('127.0.0.1'))
  expect(warn.mock.calls.filter(([words]) => String(words).includes('TRUST_PROXY=true'))).toHaveLength(1)
  expect(await subjects()).toEqual(['insecure_setup TRUST_PROXY'])
})
