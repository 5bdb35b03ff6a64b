import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { emptyCoarseTile, emptyRawTile, levelNumber, levels } from '#domain/hives/tiles/timeline-tile.ts'
import type { FilePlace } from '../../../platform/config/database-place.ts'
import type { Clock } from '../../../platform/runtime/clock.ts'
import { toStartError } from '../../../platform/runtime/start-error.ts'
import { syncToDisk } from '../../../platform/runtime/write-whole.ts'
import { DATABASE_COPY, databaseCompanions } from '../data-folder/data-folder.ts'
import {
  decideRestore,
  dropStaged,
  finishRestore,
  isThere,
  restoreStage,
  stagedDatabase,
} from '../data-folder/finish-restore.ts'
import { type BackupManifest, syncTree } from './backup-manifest.ts'
import { leaveMounted } from './leave-mounted.ts'
import { verifyBackup, verifyDatabase } from './verify-backup.ts'

/**
 * `aside`: the folder with the previous data, and the previous database if that was elsewhere and stayed on its disk. `damage`: what was damaged in the
 * database when the backup was made, in words.
 */
export type Restored = { created: string; aside: string[]; damage: string[] }

/**
 * Replaces the current data with a backup; the current data are kept in a folder next to it. The caller holds the data folder. Nothing changes
 * until the whole backup has been copied next to the data and verified; after that, the next start completes an interrupted restore. Throws
 * `RestoreError`, and `StartError` if the disk does not allow it.
 */
export async function restoreBackup(
  { config, clock }: { config: FilePlace; clock: Clock },
  folder: string,
): Promise<Restored> {
  const { dataDir, databaseFile } = config
  await finishRestore(dataDir)
  const { created, files, damage } = await verifyBackup(folder)
  await dropStaged(dataDir, databaseFile)
  let movable: string[]
  try {
    await stageBackup(config, folder, { created, files, nowMs: clock.now() })
    movable = await leaveMounted(config)
  } catch (error) {
    await dropStaged(dataDir, databaseFile)
    throw toStartError(error, isOfStage(error, dataDir) ? dataDir : path.dirname(databaseFile)) ?? error
  }

  const stamp = new Date(clock.now()).toISOString().slice(0, 19).replaceAll(':', '-')
  const aside = path.join(dataDir, `before-restore-${stamp}`)
  const asideDatabase = path.join(aside, DATABASE_COPY)
  const isWithin = path.dirname(databaseFile) === dataDir
  const databaseAside = isWithin ? asideDatabase : `${databaseFile}.before-restore-${stamp}`
  await mkdir(aside, { recursive: true, mode: 0o700 })
  const companions = databaseCompanions.map((ending) => [`${databaseFile}${ending}`, `${databaseAside}${ending}`])
  const old = movable.map((name) => [path.join(dataDir, name), path.join(aside, name)])
  const away = [[databaseFile, databaseAside], ...companions, ...old].filter(([from]) => isThere(from!))
  const stage = restoreStage(dataDir)
  const back = (await readdir(stage)).map((name) => [path.join(stage, name), path.join(dataDir, name)])
  const moves = [...away, ...back, [stagedDatabase(databaseFile), databaseFile]].map(([from, to]) => ({
    from: from!,
    to: to!,
  }))
  await decideRestore(dataDir, { moves })
  await finishRestore(dataDir)
  return { created, aside: isWithin ? [aside] : [aside, databaseAside], damage }
}

/** Copies the contents of a backup next to the data, ready to be moved. */
async function stageBackup(
  { dataDir, databaseFile }: FilePlace,
  folder: string,
  { created, files, nowMs }: Pick<BackupManifest, 'created' | 'files'> & { nowMs: number },
): Promise<void> {
  const stage = restoreStage(dataDir)
  const database = stagedDatabase(databaseFile)
  await mkdir(stage, { recursive: true, mode: 0o700 })
  for (const { path: name } of files) {
    const to = name === DATABASE_COPY ? database : path.join(stage, name)
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
    await copyFile(path.join(folder, name), to)
  }
  verifyDatabase(database)
  const sqlite = new Sqlite(database)
  try {
    goOnCounting(sqlite, databaseFile, nowMs)
    endBackupJob(sqlite, created)
  } finally {
    // deleted while it is open, it would keep its room on a disk that is full
    sqlite.close()
  }
  await syncTree(stage)
  await syncToDisk(database)
}

/** Whether the data folder is what an error is about; the database may be on another disk. */
const isOfStage = (error: unknown, dataDir: string): boolean => {
  const { path: at, dest } = error as { path?: string; dest?: string }
  return (dest ?? at ?? '').startsWith(restoreStage(dataDir))
}

/**
 * Stamps all tiles as changed after everything that phones have seen: they request again whatever they stored after the backup, and tiles
 * newer than the backup become empty there. If the current database cannot be read, the time exceeds all of its revisions (`passFormerRevisions`).
 * Rows go on being numbered from where the current database was: what waits on a phone, or is kept by another program, must not end up at
 * an alarm or a hive that happens to get the number of one that was lost.
 */
function goOnCounting(sqlite: Sqlite.Database, current: string, nowMs: number): void {
  const before = lostSince(sqlite, current)
  const known = sqlite.prepare<[], { revision: number }>('select revision from tile_cursor where id = 1').get()
  const revision = Math.max(known?.revision ?? 0, before?.revision ?? nowMs) + 1
  const add = sqlite.prepare('insert into tile (scale_id, level, "from", bytes, revision) values (?, ?, ?, ?, ?)')
  sqlite.transaction(() => {
    for (const tile of before?.tiles ?? []) add.run(tile.scale_id, tile.level, tile.from, emptyTile(tile), revision)
    sqlite.prepare('update tile set revision = ?').run(revision)
    sqlite.prepare('update tile_cursor set revision = ? where id = 1').run(revision)
    const countOn = sqlite.prepare('insert into sqlite_sequence (name, seq) values (?, ?)')
    for (const { name, seq } of before?.counts ?? []) {
      sqlite.prepare('delete from sqlite_sequence where name = ?').run(name)
      countOn.run(name, seq)
    }
  })()
}

/** The job that made the backup is still running in it; the next start would make another backup at once. */
function endBackupJob(sqlite: Sqlite.Database, created: string): void {
  sqlite
    .prepare(
      `update job set status = 'done', progress_permille = 1000, detail = null, lease_holder = null, lease_until = null, finished_at = ?
       where type = 'BACKUP' and status = 'running'`,
    )
    .run(Date.parse(created))
}

type Count = { name: string; seq: number }
type TileKey = { scale_id: number; level: number; from: number }

function emptyTile({ level: number, from }: TileKey): Uint8Array {
  const level = levels.find((one) => levelNumber[one] === number)
  if (!level) throw new RangeError(`a tile of level ${number}`)
  return encodeTile(level === 'raw' ? emptyRawTile(from) : emptyCoarseTile(level, from))
}

/** The revision of the database being replaced, its tiles that the restored one lacks, and how far it has counted further; undefined if it cannot be read. */
function lostSince(
  restored: Sqlite.Database,
  current: string,
): { revision: number; tiles: TileKey[]; counts: Count[] } | undefined {
  if (!existsSync(current)) return undefined
  try {
    restored.prepare('attach ? as current').run(current)
    const row = restored
      .prepare<[], { revision: number }>('select revision from current.tile_cursor where id = 1')
      .get()
    const tiles = restored
      .prepare<[], TileKey>(
        'select scale_id, level, "from" from current.tile except select scale_id, level, "from" from main.tile',
      )
      .all()
    const counts = restored
      .prepare<[], Count>(
        `select later.name, later.seq from current.sqlite_sequence as later
         join main.sqlite_master as known on known.type = 'table' and known.name = later.name
         left join main.sqlite_sequence as earlier on earlier.name = later.name
         where later.seq > coalesce(earlier.seq, 0)`,
      )
      .all()
    return { revision: row?.revision ?? 0, tiles, counts }
  } catch {
    return undefined
  } finally {
    if (isAttached(restored)) restored.exec('detach current')
  }
}

const isAttached = (sqlite: Sqlite.Database): boolean =>
  sqlite.prepare("select 1 from pragma_database_list where name = 'current'").get() !== undefined
