import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { registerBeekeeper } from '../../../tests/support/browser/app-fixture.ts'
import { type ServerProcess, startServerProcess } from '../../../tests/support/server/server-process.ts'
import { startErrorService } from '../../../tests/support/services/error-service.ts'
import { ApiClient } from '../../demo/api-client.ts'
import { createErrorReports, isLocal } from './error-reports.ts'

const root = path.join(import.meta.dirname, '../../..')
const PUBLIC_URL = 'https://hives.example.org'
const ADMIN = { ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: 'bees and honey' }
const TIMEOUT_MS = 60_000

let folder: string
let service: Awaited<ReturnType<typeof startErrorService>>
let server: ServerProcess | undefined

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-errors-'))
  service = await startErrorService()
})
afterEach(async () => {
  await server?.kill()
  server = undefined
  await service.close()
  rmSync(folder, { recursive: true })
})

/** Starts a server that has lost a table; returns a client that gets a 500 from it. */
async function startBroken(environment: Record<string, string>) {
  server = await startServerProcess({ DATA_DIR: folder, PUBLIC_URL, ...ADMIN, ...environment })
  const beekeeper = await registerBeekeeper(server.url)
  const sqlite = new Sqlite(path.join(folder, 'hivewatch.sqlite'))
  sqlite.exec('drop table share_scale; drop table share')
  sqlite.close()
  return beekeeper
}

it(
  'errors of requests and failed jobs are reported, without saying whose they were',
  async () => {
    const { api, email } = await startBroken({ SENTRY_DSN: service.dsn })
    for (let i = 0; i < 3; i++) await expect(api.get('/share')).rejects.toMatchObject({ status: 500, code: 'internal' })
    await expect.poll(service.events).toHaveLength(1)
    const [event] = service.events()
    expect(event).toContain('no such table: share')
    expect(event).toContain('"what":"internal"')
    expect(event).not.toContain(email)
    expect(event).not.toContain('127.0.0.1')

    writeFileSync(path.join(folder, 'backups'), 'in the way')
    const admin = new ApiClient(server!.url)
    const password = createHash('sha256').update(ADMIN.ADMIN_PASSWORD).digest('hex')
    await admin.post('/user/login', { email: ADMIN.ADMIN_EMAIL, password })
    await admin.post('/jobs', { type: 'BACKUP' })
    await expect.poll(service.events).toHaveLength(2)
    expect(service.events()[1]).toContain('"what":"a job failed"')
  },
  TIMEOUT_MS,
)

it('nothing is reported from a local machine', async () => {
  const local = { sentryDsn: service.dsn, host: '127.0.0.1', publicUrl: 'http://localhost:8080', revision: 'r1' }
  const reports = await createErrorReports(local)
  reports.report(new Error('on my own machine'), 'internal')
  await reports.close()
  expect(service.envelopes).toEqual([])
})

it(
  'uncaught errors are reported, and end the process',
  async () => {
    const program = `
    import { createErrorReports } from './server/platform/adapters/error-reports.ts'
    await createErrorReports({ sentryDsn: '${service.dsn}', host: '0.0.0.0', revision: 'r1' })
    setTimeout(() => { throw new Error('nobody caught me, said Bearer abc123') }, 0)`
    const ended = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd: root })
    await expect(ended).rejects.toMatchObject({ code: 1 })
    expect(service.events()).toEqual([expect.stringContaining('nobody caught me, said Bearer [redacted]')])
  },
  TIMEOUT_MS,
)

it.each([
  ['127.0.0.1', undefined, true],
  ['::1', undefined, true],
  ['0.0.0.0', undefined, false],
  ['127.0.0.1', 'https://hives.example.org', false],
  ['0.0.0.0', 'http://localhost:8080', true],
  ['0.0.0.0', 'http://[::1]:8080', true],
])('host %s with address %s is local: %s', (host, publicUrl, local) => {
  expect(isLocal({ host, publicUrl })).toBe(local)
})
