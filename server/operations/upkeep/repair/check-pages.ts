import type { SqliteHandle } from '../../../platform/db/open-sqlite.ts'

/** A row that refers to another one that does not exist. */
export type Orphan = { table: string; rowid: number | null; parent: string }
export type Pages = {
  /** The findings, in words. */
  said: string[]
  isBroken: boolean
  /** The number of index faults that were repaired, or with `onlyCheck` could be. */
  mended: number
  orphans: Orphan[]
}

const AT_MOST = 100
const OF_INDEX = /\bindex\b/i

/** Checks SQLite's pages, indexes and references. Rebuilds damaged indexes unless `onlyCheck`. */
export function checkPages(sqlite: SqliteHandle, onlyCheck: boolean): Pages {
  try {
    const faults = integrity(sqlite)
    const said = faults.map((fault) => `damaged: ${fault.replaceAll('\n', ' ')}`)
    let mended = 0
    let isBroken = faults.some((fault) => !OF_INDEX.test(fault))
    if (faults.length > 0 && !isBroken) {
      mended = faults.length
      if (!onlyCheck) {
        sqlite.exec('reindex')
        isBroken = integrity(sqlite).length > 0
        if (!isBroken) said.push('the indexes were rebuilt')
      }
    }
    const orphans = isBroken ? [] : (sqlite.pragma('foreign_key_check') as Orphan[])
    for (const { table, rowid, parent } of orphans.slice(0, AT_MOST)) {
      said.push(`damaged: row ${rowid} of ${table} refers to a ${parent} that does not exist`)
    }
    return { said, isBroken, mended, orphans }
  } catch (error) {
    return { said: [`damaged: ${(error as Error).message}`], isBroken: true, mended: 0, orphans: [] }
  }
}

function integrity(sqlite: SqliteHandle): string[] {
  const rows = sqlite.pragma(`integrity_check(${AT_MOST})`) as { integrity_check: string }[]
  return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
}

/** Moves rows that refer to missing ones aside; returns how many. */
export function moveOrphans(
  sqlite: SqliteHandle,
  orphans: readonly Orphan[],
  keep: (row: Record<string, unknown>) => void,
): number {
  const rows = new Map(orphans.map((orphan) => [`${orphan.table} ${orphan.rowid}`, orphan]))
  let moved = 0
  for (const { table, rowid } of rows.values()) {
    if (rowid === null) continue
    const row = sqlite.prepare<[number], Record<string, unknown>>(`select * from "${table}" where rowid = ?`).get(rowid)
    if (!row) continue
    keep({ table, ...row })
    sqlite.prepare(`delete from "${table}" where rowid = ?`).run(rowid)
    moved++
  }
  return moved
}
