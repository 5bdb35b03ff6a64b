import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimController, registerBeekeeper } from '../../../../tests/support/browser/app-fixture.ts'
import { runBundled } from '../../../../tests/support/server/bundle-server.ts'
import { type ServerProcess, startServerProcess } from '../../../../tests/support/server/server-process.ts'
import { ApiClient } from '../../../demo/api-client.ts'

const START = Date.parse('2026-05-10T00:00:00Z') / 1000
const ADMIN = { ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: 'bees and honey' }
const TIMEOUT_MS = 120_000

let folder: string
let server: ServerProcess | undefined

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-backup-'))
})
afterEach(async () => {
  await server?.kill()
  rmSync(folder, { recursive: true })
})

const start = async (): Promise<ServerProcess> => {
  server = await startServerProcess({ DATA_DIR: folder, BACKUPS_KEPT: '2', ...ADMIN })
  return server
}
async function end(how: 'stop' | 'kill'): Promise<void> {
  await server?.[how]()
  server = undefined
}
const backups = () => path.join(folder, 'backups')
const written = () => (existsSync(backups()) ? readdirSync(backups()) : [])

async function administrator(url: string): Promise<ApiClient> {
  const api = new ApiClient(url)
  const password = createHash('sha256').update(ADMIN.ADMIN_PASSWORD).digest('hex')
  await api.post('/user/login', { email: ADMIN.ADMIN_EMAIL, password })
  return api
}

type JobAnswer = { id: number; status: string; result: { name: string; files: number } | null }
const begin = (api: ApiClient) => api.post<JobAnswer>('/jobs', { type: 'BACKUP' })
async function doneJob(api: ApiClient, id: number): Promise<JobAnswer> {
  await expect.poll(async () => (await api.get<JobAnswer>(`/jobs/${id}`)).status).toBe('done')
  return api.get<JobAnswer>(`/jobs/${id}`)
}

const restore = (...names: string[]) => runBundled('server/commands/restore.ts', names, { DATA_DIR: folder })
const refusal = (...names: string[]) =>
  restore(...names).then(
    () => 'restored',
    (error: { code: number; stderr: string }) => `${error.code} ${error.stderr}`,
  )

/** Large enough that a copy is still under way when somebody looks. */
function fillDatabase(): void {
  const sqlite = new Sqlite(path.join(folder, 'hivewatch.sqlite'))
  const insert = sqlite.prepare(
    `insert into mail (recipient, subject, text, state, attempts, due_at, expires_at, created_at)
     values ('a@example.org', 'full', ?, 'sent', 1, 0, 0, ?)`,
  )
  const text = 'honey '.repeat(170_000)
  sqlite.transaction(() => {
    for (let i = 0; i < 40; i++) insert.run(text, Date.now())
  })()
  sqlite.close()
}

async function fillTransmitter(url: string) {
  const beekeeper = await registerBeekeeper(url)
  const controller = await claimController(beekeeper)
  const authorization = `Bearer ${controller.deviceKey}`
  const { imei, imsi } = controller
  const timeOf = (minute: number) => START + 60 * minute
  return {
    async send(minute: number): Promise<number> {
      const reading = { time: new Date(timeOf(minute) * 1000).toISOString(), channel: 1, weight: 40 }
      await beekeeper.api.post('/ingest', { imei, imsi, readings: [reading] }, { authorization })
      return timeOf(minute)
    },
    async stored(at: string): Promise<Set<number>> {
      const api = new ApiClient(at)
      const password = createHash('sha256').update(beekeeper.password).digest('hex')
      await api.post('/user/login', { email: beekeeper.email, password })
      type Timeline = { series: { tiles: { time: number[] }[] }[] }
      const { series } = await api.get<Timeline>(`/timeline?scales=1&from=${START}&to=${START + 30 * 86_400}&level=raw`)
      return new Set(series.flatMap(({ tiles }) => tiles.flatMap(({ time }) => time)))
    },
  }
}

describe('a backup', () => {
  it(
    'holds everything that was acknowledged before it began, and restores it',
    async () => {
      const { url } = await start()
      const root = await administrator(url)
      const transmitter = await fillTransmitter(url)
      mkdirSync(path.join(folder, 'firmware'))
      writeFileSync(path.join(folder, 'firmware/1.2.3.bin'), 'firmware')
      const keys = readFileSync(path.join(folder, 'secret.key'), 'utf8')
      const before: number[] = []
      for (let minute = 0; minute < 20; minute++) before.push(await transmitter.send(minute))
      const { id } = await begin(root)
      let minute = 100
      let isUnderWay = true
      const sending = (async () => {
        while (isUnderWay) await transmitter.send(minute++)
      })()
      const { result } = await doneJob(root, id)
      isUnderWay = false
      await sending
      const after = await transmitter.send(10_000)
      expect(await refusal(`${result!.name}/`)).toContain('in use by a running server')
      expect(await refusal('yesterday')).toContain(`There is no backup yesterday.\nBackups in ${folder}`)
      await end('kill')

      writeFileSync(path.join(folder, 'secret.key'), 'another')
      rmSync(path.join(folder, 'firmware'), { recursive: true })
      const { stdout } = await restore(result!.name)
      const [aside] = readdirSync(folder).filter((name) => name.startsWith('before-restore'))
      expect(stdout).toContain(aside)
      expect(readFileSync(path.join(folder, aside!, 'secret.key'), 'utf8')).toBe('another')
      expect(readFileSync(path.join(folder, 'secret.key'), 'utf8')).toBe(keys)
      expect(readFileSync(path.join(folder, 'firmware/1.2.3.bin'), 'utf8')).toBe('firmware')
      const stored = await transmitter.stored((await start()).url)
      expect(before.filter((time) => !stored.has(time))).toEqual([])
      expect(stored.has(after)).toBe(false)
    },
    TIMEOUT_MS,
  )

  it(
    'that is cancelled or killed leaves no partial backup, and the newest are kept',
    async () => {
      await start()
      await end('stop')
      fillDatabase()
      let root = await administrator((await start()).url)
      const cancelled = (await begin(root)).id
      await expect.poll(written, { interval: 5 }).toEqual([`job-${cancelled}.part`])
      await root.post(`/jobs/${cancelled}/cancel`, {})
      await expect.poll(written, { interval: 5 }).toEqual([])

      const { id } = await begin(root)
      await expect.poll(written, { interval: 5 }).toEqual([`job-${id}.part`])
      await end('kill')
      const sqlite = new Sqlite(path.join(folder, 'hivewatch.sqlite'))
      sqlite.prepare('update job set lease_until = 0 where id = ?').run(id)
      sqlite.close()
      expect(await refusal()).toContain(`There is no backup in ${backups()} yet`)

      root = await administrator((await start()).url)
      const names = [(await doneJob(root, id)).result!.name]
      expect(written()).toEqual(names)
      for (let i = 0; i < 2; i++) names.push((await doneJob(root, (await begin(root)).id)).result!.name)
      expect(written()).toEqual(names.slice(1))
    },
    TIMEOUT_MS,
  )
})
