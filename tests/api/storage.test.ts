import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ApiClient } from '../../server/demo/api-client.ts'
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts'

const identity = { imei: '356938035643809', imsi: '228011234567890' }
const mayMount = process.getuid?.() === 0
const SMALL_DISK_BYTES = 32 * 1024 * 1024

let folder: string
let server: ServerProcess
let authorization: string

const password = createHash('sha256').update('bienenstand').digest('hex')

async function startWithTransmitter(dataDir: string): Promise<ApiClient> {
  server = await startServerProcess({ DATA_DIR: dataDir })
  const api = new ApiClient(server.url)
  await api.post('/registration/user', { email: 'disk@example.ch', password, acceptTerms: true, language: 'en' })
  const claim = { ...identity, name: 'Waldrand', location: null, updateInterval: 1 }
  const { deviceKey } = await api.post<{ deviceKey: string }>('/registration/controller', claim)
  authorization = `Bearer ${deviceKey}`
  return api
}

const signIn = () =>
  fetch(`${server.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url, 'accept-language': 'en' },
    body: JSON.stringify({ email: 'disk@example.ch', password }),
  })

const send = (minute: number) =>
  fetch(`${server.url}/api/ingest`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...identity,
      readings: [{ time: new Date(Date.UTC(2026, 4, 10, 0, minute)).toISOString(), channel: 1, weight: 40 }],
    }),
  })

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-storage-'))
})

afterEach(async () => {
  await server.kill()
})

async function expectUnavailable(response: Response): Promise<void> {
  expect(response.status).toBe(503)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await response.json()).toMatchObject({ code: 'storage_unavailable' })
}

test('a locked database answers 503 with Retry-After and recovers by itself', async () => {
  await startWithTransmitter(folder)
  const other = new Sqlite(path.join(folder, 'hivewatch.sqlite'))
  other.exec('begin immediate')
  await expectUnavailable(await send(0))
  other.exec('commit')
  other.close()
  expect(await (await send(0)).json()).toMatchObject({ accepted: 1 })
  rmSync(folder, { recursive: true })
})

/** Fills the disk to the last byte, even while the server is still copying the files of a built app. */
function fill(file: string): void {
  const { bavail, bsize } = statfsSync(path.dirname(file))
  try {
    writeFileSync(file, Buffer.alloc(bavail * bsize))
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  }
}

test.runIf(mayMount)(
  'a full disk answers 503 with Retry-After, loses nothing and recovers by itself',
  async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK_BYTES}`, 'hivewatch-test', folder])
    try {
      const api = await startWithTransmitter(folder)
      expect(await (await send(0)).json()).toMatchObject({ accepted: 1 })
      const filler = path.join(folder, 'filler')
      fill(filler)
      let minute = 1
      let response = await send(minute)
      while (response.status === 200 && minute < 500) response = await send(++minute)
      await expectUnavailable(response)
      const refused = await signIn()
      const { message } = (await refused.clone().json()) as { message: string }
      expect(message).toMatch(/^What you entered is right.*disk is full/)
      await expectUnavailable(refused)
      expect(await api.get('/dashboard')).toMatchObject([{ name: 'Waldrand' }])
      rmSync(filler)
      expect((await signIn()).status).toBe(200)
      expect(await (await send(minute)).json()).toMatchObject({ accepted: 1 })
      expect(await (await send(0)).json()).toMatchObject({ accepted: 0, duplicates: 1 })
      await server.kill()
    } finally {
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true })
    }
  },
  60_000,
)
