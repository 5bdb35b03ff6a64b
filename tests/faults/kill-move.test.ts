import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeFile, contentOf, fillFile } from '../support/server/moved-file.ts'
import { type PostgresCluster, startCluster } from '../support/server/postgres-cluster.ts'
import { IS_LONG_RUN } from './installation.ts'

const mayMount = process.getuid?.() === 0
const KILLS = IS_LONG_RUN ? 30 : 3
const CRASHES = IS_LONG_RUN ? 8 : 1
const LATEST_MS = 2500
const TILES = 9000
const TIMEOUT_MS = 900_000
const root = path.join(import.meta.dirname, '../..')

let folder: string
let file: string
let content: ReturnType<typeof contentOf>
let cluster: PostgresCluster
let made = 0

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-kill-move-'))
  file = path.join(folder, 'hives.sqlite')
  await fillFile(file)
  changeFile(file, (sqlite) => {
    const insert = sqlite.prepare('insert into tile values (?, 0, ?, ?, 1)')
    for (let at = 0; at < TILES; at++) insert.run(1000 + (at % 50), at, Buffer.alloc(3000 + (at % 9) * 1000, `${at}`))
  })
  content = contentOf(file)
  cluster = await startCluster({ isDurable: true })
}, 120_000)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await cluster.stop()
})
let url: string
let back: string
beforeEach(async () => {
  const name = `moved_${++made}`
  await cluster.admin(`create database ${name}`)
  url = cluster.url(name)
  back = path.join(folder, `${name}.sqlite`)
})

const words = (from: string, to: string) => [
  'server/commands/move-database.ts',
  ...['--no-answer', '--from', from, '--to', to],
]
const options = () => ({ cwd: root, env: { ...process.env, DATA_DIR: folder } })
const move = (from: string, to: string) => promisify(execFile)(process.execPath, words(from, to), options())

/** Starts a move and lets something happen to it. */
async function disturbed(from: string, to: string, disturb: (pid: number) => unknown) {
  const moving = spawn(process.execPath, words(from, to), { ...options(), stdio: ['ignore', 'ignore', 'pipe'] })
  const said = text(moving.stderr)
  const ended = once(moving, 'exit')
  await pause(Math.random() * LATEST_MS)
  await disturb(moving.pid!)
  const [code] = await ended
  return { code: code as number | null, said: await said }
}

/** Whether a move says that the last step was done before it was killed. */
const isWhole = ({ said }: { said: string }) => /already exists|is not empty/.test(said)

/** Moves with repeated kills, and then to the end. */
async function moveThroughKills(from: string, to: string): Promise<void> {
  for (let kills = 0; kills < KILLS; kills++) {
    const killed = await disturbed(from, to, kill)
    if (killed.code === 0 || isWhole(killed)) return
    expect(killed).toMatchObject({ code: null })
  }
  await move(from, to).catch((error: { stderr: string }) => {
    expect(isWhole({ said: error.stderr }), error.stderr).toBe(true)
  })
}

const kill = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it had already ended
  }
}

test(
  'a move that is killed at any moment ends with the same rows, there and back',
  async () => {
    await moveThroughKills(`file:${file}`, url)
    await moveThroughKills(url, `file:${back}`)
    expect(contentOf(back)).toEqual(content)
    expect(contentOf(file)).toEqual(content)
  },
  TIMEOUT_MS,
)

test(
  'a move continues after PostgreSQL crashed in the middle of it and is back',
  async () => {
    let isThere = false
    for (let crashes = 0; crashes < CRASHES && !isThere; crashes++) {
      const crashed = await disturbed(`file:${file}`, url, () => cluster.crash())
      await cluster.start()
      isThere = crashed.code === 0 || isWhole(crashed)
      if (!isThere)
        expect(crashed.said).toMatch(
          /(^|\n)PostgreSQL at \S+ (cannot be reached \(.*\)|is starting or stopping): start[^\n]*\n$/,
        )
    }
    if (!isThere) await move(`file:${file}`, url)
    await move(url, `file:${back}`)
    expect(contentOf(back)).toEqual(content)
  },
  TIMEOUT_MS,
)

test.runIf(mayMount)(
  'a disk that fills up under the file is reported in one sentence, and the move continues once there is room',
  async () => {
    await move(`file:${file}`, url)
    const disk = path.join(folder, 'disk')
    mkdirSync(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'hivewatch-test', disk])
    try {
      const target = path.join(disk, 'back.sqlite')
      // the first has no room for the tables, the second for the rows
      for (const size of ['512k', '24m']) {
        execFileSync('mount', ['-o', `remount,size=${size}`, disk])
        await expect(move(url, `file:${target}`)).rejects.toMatchObject({
          code: 2,
          stderr: expect.stringMatching(/back\.sqlite\.part cannot be written because the disk is full: make room/),
        })
        expect(existsSync(target)).toBe(false)
      }
      execFileSync('mount', ['-o', 'remount,size=200m', disk])
      await move(url, `file:${target}`)
      expect(contentOf(target)).toEqual(content)
      expect(readdirSync(disk).filter((name) => name.includes('part'))).toEqual([])
    } finally {
      execFileSync('umount', [disk])
    }
  },
  TIMEOUT_MS,
)
