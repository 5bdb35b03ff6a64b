import { readFileSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import * as v from 'valibot'
import type { Config } from '../../../platform/config/config.ts'
import type { SqliteHandle } from '../../../platform/db/open-sqlite.ts'
import { backupFolder, DATABASE_COPY, MANIFEST } from '../data-folder/data-folder.ts'
import { BackupManifest, describeFile } from './backup-manifest.ts'
import { type CheckedTable, damageOf, hasTable, type RowKey, rowOf } from './check-rows.ts'
import { listBackups } from './keep-backups.ts'

const Written = v.pipe(v.string(), v.parseJson(), BackupManifest)

type Found = { backup: string; sqlite: SqliteHandle; row: Record<string, unknown> }

/** Opens the databases of all backups, newest first; each is compared with its manifest when it is first used. */
export async function openBackups(config: Pick<Config, 'dataDir'>) {
  const names = (await listBackups(config)).reverse()
  const opened = new Map<string, SqliteHandle | undefined>()

  async function open(name: string): Promise<SqliteHandle | undefined> {
    if (!opened.has(name)) opened.set(name, await openUnchanged(path.join(backupFolder(config), name)))
    return opened.get(name)
  }

  return {
    /** The row from the newest backup that has it undamaged and whose database satisfies `isRight`. */
    async find(
      table: CheckedTable,
      key: RowKey,
      isRight: (backup: SqliteHandle) => boolean = () => true,
    ): Promise<Found | undefined> {
      for (const backup of names) {
        const sqlite = await open(backup)
        const row = sqlite && hasTable(sqlite, table) ? rowOf(sqlite, table, key) : undefined
        if (sqlite && row && damageOf(table, row) === undefined && isRight(sqlite)) return { backup, sqlite, row }
      }
      return undefined
    },
    close(): void {
      for (const sqlite of opened.values()) sqlite?.close()
    },
  }
}

export type Backups = Awaited<ReturnType<typeof openBackups>>

async function openUnchanged(folder: string): Promise<SqliteHandle | undefined> {
  try {
    const { files } = v.parse(Written, readFileSync(path.join(folder, MANIFEST), 'utf8'))
    const written = files.find((file) => file.path === DATABASE_COPY)
    if (written?.sha256 !== (await describeFile(folder, DATABASE_COPY)).sha256) return undefined
    return new Sqlite(path.join(folder, DATABASE_COPY), { readonly: true })
  } catch {
    // skip an unreadable backup; another one may help
    return undefined
  }
}
