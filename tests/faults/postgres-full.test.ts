import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { claimController, registerBeekeeper } from '../support/app-fixture.ts'
import { type PostgresCluster, startCluster } from '../support/postgres-cluster.ts'
import { installationForEachTest } from './installation.ts'

const SIZE = '160m'

/** A small disk of its own for PostgreSQL's tables; undefined where this process may not mount one. */
function mountDisk(): string | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-postgres-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'hivewatch-test', folder], { stdio: 'ignore' })
    chmodSync(folder, 0o777)
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}

const disk = mountDisk()
let cluster: PostgresCluster | undefined
afterAll(async () => {
  await cluster?.stop()
  if (!disk) return
  execFileSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true })
}, 60_000)

const place = installationForEachTest(() => ({ DATABASE_URL: cluster!.url('hives') }))

/** Takes all the room that is left. */
function fillUp(file: string): void {
  for (let bytes = 1024 * 1024; bytes >= 4096; ) {
    const { bavail, bsize } = statfsSync(path.dirname(file))
    if (bavail * bsize < bytes) bytes /= 2
    else writeFileSync(file, Buffer.alloc(bytes, 1), { flag: 'a' })
  }
}

test.skipIf(!disk)(
  'a PostgreSQL whose disk is full takes nothing in, loses nothing acknowledged, and goes on by itself once there is room',
  async () => {
    cluster = await startCluster({ isDurable: true, disk: disk! })
    await cluster.admin('create database hives')
    await place.start()
    const keeper = await registerBeekeeper(place.url)
    const { imei, imsi, deviceKey } = await claimController(keeper)
    const start = Math.floor(Date.now() / 1000) - 500_000
    const acknowledged: number[] = []
    let next = start

    async function send(): Promise<Response> {
      const times = Array.from({ length: 500 }, () => next++)
      const readings = times.map((time) => ({
        time: new Date(time * 1000).toISOString(),
        channel: 1,
        temperature: 20 + (time % 97) / 10,
      }))
      const answer = await fetch(`${place.url}/api/ingest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${deviceKey}` },
        body: JSON.stringify({ imei, imsi, readings }),
      })
      if (answer.status === 200) acknowledged.push(...times)
      return answer
    }

    for (let i = 0; i < 10; i++) expect((await send()).status).toBe(200)
    const filler = path.join(disk!, 'filler')
    let refused: Response | undefined
    // what PostgreSQL has of its files it goes on to fill
    for (let i = 0; i < 300 && !refused; i++) {
      fillUp(filler)
      const answer = await send()
      if (answer.status !== 200) refused = answer
    }
    expect(refused?.status).toBe(503)
    expect(Number(refused!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused!.json()).toMatchObject({ code: 'storage_unavailable' })
    expect((await fetch(`${place.url}/healthz`)).status).toBe(200)
    expect(place.server.process.exitCode).toBeNull()

    rmSync(filler)
    await expect.poll(async () => (await send()).status, { timeout: 60_000, interval: 500 }).toBe(200)
    const span = `scales=1&from=${start - (start % 86_400)}&to=${next}&level=raw`
    const { series } = await keeper.api.get<{ series: { tiles: { time: number[] }[] }[] }>(`/timeline?${span}`)
    const stored = series.flatMap(({ tiles }) => tiles.flatMap(({ time }) => time))
    expect(acknowledged.filter((time) => !stored.includes(time))).toEqual([])
    expect(new Set(stored).size).toBe(stored.length)
  },
  300_000,
)
