import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { claimController, registerBeekeeper } from '../support/app-fixture.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

const SIZE = '48m'

/** A small disk of its own; undefined where this process may not mount one. */
function mountDisk(): string | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}

const disk = mountDisk()
let server: ServerProcess | undefined
afterAll(async () => {
  await server?.kill()
  if (!disk) return
  execFileSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true })
})

/** Takes all the room that is left. */
function fillUp(file: string): void {
  for (let bytes = 1024 * 1024; bytes >= 4096; ) {
    const { bavail, bsize } = statfsSync(path.dirname(file))
    if (bavail * bsize < bytes) bytes /= 2
    else writeFileSync(file, Buffer.alloc(bytes, 1), { flag: 'a' })
  }
}

test.skipIf(!disk)(
  'a full disk: transmitters are told to come again, nothing acknowledged is lost, and it goes on by itself',
  async () => {
    const dataDir = path.join(disk!, 'data')
    mkdirSync(dataDir)
    server = await startServerProcess({ DATA_DIR: dataDir, PORT: '0', SUBSCRIPTIONS: 'off' })
    const keeper = await registerBeekeeper(server.url)
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
      const answer = await fetch(`${server!.url}/api/ingest`, {
        method: 'POST',
        headers: { authorization: `Bearer ${deviceKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ imei, imsi, readings }),
      })
      if (answer.status === 200) acknowledged.push(...times)
      return answer
    }

    expect((await send()).status).toBe(200)
    const filler = path.join(disk!, 'filler')
    let refused: Response | undefined
    for (let i = 0; i < 60 && !refused; i++) {
      fillUp(filler)
      const answer = await send()
      if (answer.status !== 200) refused = answer
    }
    expect(refused?.status).toBe(503)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused?.json()).toMatchObject({ code: 'storage_unavailable' })

    rmSync(filler)
    for (let i = 0; i < 60 && (await send()).status !== 200; i++) await pause(500)
    const scales = await keeper.api.get<{ id: number }[]>('/scale')
    const span = `from=${start}&to=${next}&level=raw`
    const stored = async () => {
      const timeline = await keeper.api.get<{ series: { tiles: { time: number[] }[] }[] }>(
        `/timeline?scales=${scales[0]!.id}&${span}`,
      )
      return new Set(timeline.series[0]!.tiles.flatMap(({ time }) => time))
    }
    let there = await stored()
    for (let i = 0; i < 60 && there.size < acknowledged.length; i++) {
      await pause(500)
      there = await stored()
    }
    expect(acknowledged.filter((time) => !there.has(time))).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(500)
  },
)
