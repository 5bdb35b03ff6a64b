import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { restoreBackup } from '../../server/operations/upkeep/backups/restore-backup.ts'
import { writeBackup } from '../../server/operations/upkeep/backups/write-backup.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { filePlace } from '../../server/platform/config/database-place.ts'
import { upgradeDatabase } from '../../server/platform/db/upgrade-database.ts'
import { systemClock } from '../../server/platform/runtime/clock.ts'
import { StartError } from '../../server/platform/runtime/start-error.ts'
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts'
import { fillAndFree, mountDisk, unmountDisk } from './small-disk.ts'

const disk = mountDisk('48m')
let server: ServerProcess | undefined
afterAll(async () => {
  await server?.kill()
  if (disk) unmountDisk(disk)
})

test.skipIf(!disk)(
  'a full disk: transmitters are told to retry, nothing acknowledged is lost, and it recovers by itself',
  async () => {
    const dataDir = path.join(disk!, 'data')
    mkdirSync(dataDir)
    server = await startServerProcess({ DATA_DIR: dataDir, PORT: '0', SUBSCRIPTIONS: 'off' })
    await fillAndFree(server.url, disk!, 2)
    // what it writes or frees would change how much room the next ones leave
    await server.kill()
  },
  300_000,
)

function freeBytes(): number {
  const { bavail, bsize } = statfsSync(disk!)
  return bavail * bsize
}

test.skipIf(!disk).each([
  ['the disk', 'restored'],
  ['the disk of the database', 'database'],
])(
  'a restore that does not fit on %s says so, leaves nothing behind, and succeeds once there is room',
  async (_, place) => {
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'hivewatch-backup-'))
    const source = readConfig({ DATA_DIR: elsewhere })
    const { databaseFile } = filePlace(source)
    await upgradeDatabase(databaseFile)
    const way = { signal: new AbortController().signal, progress: () => undefined }
    const { name } = await writeBackup({ config: source, clock: systemClock }, 1, way)
    const folder = mkdtempSync(path.join(disk!, place))
    const file = path.join(folder, 'hivewatch.sqlite')
    cpSync(databaseFile, file)
    const settings = {
      restored: { DATA_DIR: folder },
      database: { DATA_DIR: path.join(elsewhere, 'data'), DATABASE_URL: `file:${file}` },
    }[place]
    const config = filePlace(readConfig(settings!))
    mkdirSync(config.dataDir, { recursive: true })
    const restore = () => restoreBackup({ config, clock: systemClock }, path.join(elsewhere, 'backups', name))
    const filler = path.join(disk!, 'filler')
    // the first leaves no room for the copy, the second none for anything besides it, where there is something
    const besides = place === 'restored' ? [statSync(databaseFile).size] : []
    for (const left of [64 * 1024, ...besides]) {
      const before = freeBytes()
      writeFileSync(filler, Buffer.alloc(before - left))
      const failed = await restore().catch((error: unknown) => error)
      expect(failed).toBeInstanceOf(StartError)
      expect(String(failed)).toMatch(`${folder} cannot be written because the disk is full`)
      rmSync(filler)
      expect(readdirSync(folder).filter((one) => one.includes('restore'))).toEqual([])
      expect(freeBytes()).toBe(before)
    }
    await restore()
    rmSync(elsewhere, { recursive: true })
  },
  120_000,
)
