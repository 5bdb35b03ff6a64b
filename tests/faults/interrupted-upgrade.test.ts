import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { kyselyOnLane } from '../../server/platform/db/finish-migration.ts'
import { migrationNames } from '../../server/platform/db/migration-files.ts'
import { openSqlite } from '../../server/platform/db/open-sqlite.ts'
import { runMigrations } from '../../server/platform/db/run-migrations.ts'
import { createSqliteLane } from '../../server/platform/db/sqlite-lane.ts'
import { type BundledServer, bundledServer } from '../support/server/bundle-server.ts'
import { IS_LONG_RUN } from './installation.ts'

const mayMount = process.getuid?.() === 0
const KILLS = IS_LONG_RUN ? 40 : 2
const FILLINGS = IS_LONG_RUN ? 13 : 2
const LATEST_KILL_MS = 400
const ROWS = 4000
const TIMEOUT_MS = 900_000

let server: BundledServer
let template: string
let folder: string
beforeAll(async () => {
  server = await bundledServer()
  template = mkdtempSync(path.join(tmpdir(), 'hivewatch-upgrade-'))
  const sqlite = openSqlite(path.join(template, 'hives.sqlite'), { readonly: false })
  await runMigrations(kyselyOnLane(createSqliteLane(sqlite, {})), '0005-notification')
  const insert = sqlite.prepare('insert into affiliation (id, name) values (?, ?)')
  sqlite.transaction(() => {
    for (let id = 1; id <= ROWS; id++) insert.run(id, `Verein ${id} ${'honey '.repeat(20)}`)
  })()
  sqlite.close()
})
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-upgrade-'))
})
afterAll(() => rmSync(template, { recursive: true }))

/** What the server does before anything else, as a separate process. */
const upgrading = (file: string) => [
  '--input-type=module',
  '-e',
  `import { orSayWhy } from '${server.program('server/commands/or-say-why.ts')}'
   import { upgradeDatabase } from '${server.program('server/platform/db/upgrade-database.ts')}'
   await orSayWhy(() => upgradeDatabase(${JSON.stringify(file)}))`,
]
const upgrade = (file: string) => promisify(execFile)(process.execPath, upgrading(file))

function expectUpgraded(file: string): void {
  const sqlite = new Sqlite(file, { readonly: true })
  expect(sqlite.prepare('select count(*) n from affiliation').get()).toEqual({ n: ROWS })
  expect(sqlite.prepare('select max(name) name from kysely_migration').get()).toEqual({ name: migrationNames().at(-1) })
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(sqlite.pragma('foreign_key_check')).toEqual([])
  sqlite.close()
}

/** Expects a way back: an intact copy of the version from before. */
function expectCopy(place: string): void {
  const copies = readdirSync(place).filter((name) => name.startsWith('before-upgrade-'))
  expect(copies).toEqual([expect.stringMatching(/^before-upgrade-0005-notification-.*\.sqlite$/)])
  const copy = new Sqlite(path.join(place, copies[0]!), { readonly: true })
  expect(copy.prepare('select count(*) n from affiliation').get()).toEqual({ n: ROWS })
  expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
  copy.close()
}

/** Simulates another program that writes until this many bytes are left. */
function fill(disk: string, left: number): void {
  const filler = path.join(disk, 'filler')
  writeFileSync(filler, '')
  for (;;) {
    const { bavail, bsize } = statfsSync(disk)
    const bytes = Math.min(bavail * bsize - left, 1 << 20)
    if (bytes <= 0) return
    try {
      appendFileSync(filler, Buffer.alloc(bytes))
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOSPC') throw error
      return
    }
  }
}

test(
  'an upgrade that is killed at any moment continues at the next start',
  async () => {
    const reached = { copying: 0, migrating: 0 }
    for (let kill = 0; kill < KILLS; kill++) {
      const place = path.join(folder, String(kill))
      const file = path.join(place, 'hives.sqlite')
      cpSync(template, place, { recursive: true })
      const child = spawn(process.execPath, upgrading(file), { stdio: 'ignore' })
      const ended = once(child, 'exit')
      const begun = () => readdirSync(place).some((name) => name.startsWith('before-upgrade-'))
      while (!begun() && child.exitCode === null) await pause(1)
      await pause(Math.random() * LATEST_KILL_MS)
      child.kill('SIGKILL')
      await ended
      if (readdirSync(place).some((name) => /^before.*sqlite$/.test(name))) reached.migrating++
      else reached.copying++
      await upgrade(file)
      expectUpgraded(file)
      expectCopy(place)
      rmSync(place, { recursive: true })
    }
    console.log(`killed while copying: ${reached.copying}; while migrating, or later: ${reached.migrating}`)
    rmSync(folder, { recursive: true })
  },
  TIMEOUT_MS,
)

test.runIf(mayMount)(
  'an upgrade on a disk that fills up keeps the old data, and continues once there is room',
  async () => {
    const disk = path.join(folder, 'disk')
    mkdirSync(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'hivewatch-test', disk])
    const refusals: string[] = []
    try {
      for (let filling = 0; filling < FILLINGS; filling++) {
        const place = path.join(disk, String(filling))
        const file = path.join(place, 'hives.sqlite')
        cpSync(template, place, { recursive: true })
        // the copy checks for room first; this is what others write in the meantime
        const child = promisify(execFile)(process.execPath, upgrading(file))
        const filled = path.join(disk, 'filler')
        while (!readdirSync(place).some((name) => /^before.*sqlite$/.test(name)) && child.child.exitCode === null)
          await pause(0)
        fill(disk, filling * 30_000)
        await child.catch(({ code, stderr }: { code: number; stderr: string }) => {
          refusals.push(stderr)
          expect(code, stderr).toBe(2)
          expect(stderr.trimEnd().split('\n')).toHaveLength(1)
          expect(stderr).toMatch(/make room and start again/)
        })
        rmSync(filled)
        await upgrade(file)
        expectUpgraded(file)
        expectCopy(place)
        rmSync(place, { recursive: true })
      }
      const place = path.join(disk, 'no-room')
      cpSync(template, place, { recursive: true })
      fill(disk, 1_000_000)
      const refused = upgrade(path.join(place, 'hives.sqlite'))
      await expect(refused).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/no room for the copy/) })
      rmSync(path.join(disk, 'filler'))
      await upgrade(path.join(place, 'hives.sqlite'))
    } finally {
      execFileSync('umount', [disk])
      rmSync(folder, { recursive: true })
    }
    console.log(`${refusals.length} of ${FILLINGS} fillings stopped the upgrade`)
  },
  TIMEOUT_MS,
)
