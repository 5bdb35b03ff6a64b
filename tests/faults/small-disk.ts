import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { claimController, registerBeekeeper } from '../support/browser/app-fixture.ts'

/** Mounts a small separate disk; undefined if this process may not mount one. */
export function mountDisk(size: `${number}m`): string | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'hivewatch-test', folder], { stdio: 'ignore' })
    chmodSync(folder, 0o777)
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}

export function unmountDisk(disk: string): void {
  execFileSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true })
}

/** Uses up all the remaining space. */
function fillUp(file: string): void {
  for (let bytes = 1024 * 1024; bytes >= 4096; ) {
    const { bavail, bsize } = statfsSync(path.dirname(file))
    if (bavail * bsize < bytes) bytes /= 2
    else writeFileSync(file, Buffer.alloc(bytes, 1), { flag: 'a' })
  }
}

/**
 * A transmitter sends until its server's disk is full, which the server reports, and continues after there is room again. Everything acknowledged is stored,
 * each reading once. `before`: the number of requests that are accepted first.
 */
export async function fillAndFree(url: string, disk: string, before: number): Promise<void> {
  const keeper = await registerBeekeeper(url)
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
    const answer = await fetch(`${url}/api/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${deviceKey}` },
      body: JSON.stringify({ imei, imsi, readings }),
    })
    if (answer.status === 200) acknowledged.push(...times)
    return answer
  }

  for (let i = 0; i < before; i++) expect((await send()).status).toBe(200)
  const filler = path.join(disk, 'filler')
  let refused: Response | undefined
  // a database keeps filling the files it already has
  for (let i = 0; i < 300 && !refused; i++) {
    fillUp(filler)
    const answer = await send()
    if (answer.status !== 200) refused = answer
  }
  expect(refused?.status).toBe(503)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused?.json()).toMatchObject({ code: 'storage_unavailable' })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)

  rmSync(filler)
  const soon = { timeout: 60_000, interval: 500 }
  await expect.poll(async () => (await send()).status, soon).toBe(200)
  const span = `scales=1&from=${start - (start % 86_400)}&to=${next}&level=raw`
  const stored = async () => {
    const { series } = await keeper.api.get<{ series: { tiles: { time: number[] }[] }[] }>(`/timeline?${span}`)
    return series.flatMap(({ tiles }) => tiles.flatMap(({ time }) => time))
  }
  const missing = async () => {
    const there = new Set(await stored())
    return acknowledged.filter((time) => !there.has(time))
  }
  await expect.poll(missing, soon).toEqual([])
  const there = await stored()
  expect(new Set(there).size).toBe(there.length)
}
