import Sqlite from 'better-sqlite3'
import type { Row } from '../../../migrations/row.ts'
import { rowsOfLater } from '../../../migrations/rows-from-0026.ts'
import { rowsOfFirst } from '../../../migrations/rows-to-0025.ts'
import { upgradeDatabase } from '../../../server/platform/db/upgrade-database.ts'

type Rows = [table: string, row: Row][]
const quoted = (name: string) => `"${name}"`

/** Creates a database file with the newest schema, rows in each table, and additional `rows`. */
export async function fillFile(file: string, rows: Rows = []): Promise<void> {
  await upgradeDatabase(file)
  changeFile(file, (sqlite) => {
    for (const [table, row] of [...Object.values({ ...rowsOfFirst, ...rowsOfLater }).flat(), ...rows]) {
      const columns = Object.keys(row)
      const places = columns.map(() => '?').join()
      const insertion = sqlite.prepare(
        `insert into ${quoted(table)} (${columns.map(quoted).join()}) values (${places})`,
      )
      insertion.run(...Object.values(row))
    }
  })
}

export function changeFile<T>(file: string, change: (sqlite: Sqlite.Database) => T): T {
  const sqlite = new Sqlite(file)
  try {
    return sqlite.transaction(() => change(sqlite))()
  } finally {
    sqlite.close()
  }
}

/** Everything a file contains, by table, with each row as a text that distinguishes all differences. */
export function contentOf(file: string): Record<string, string[]> {
  return changeFile(file, (sqlite) => {
    const tables = sqlite
      .prepare<[], string>(
        "select name from sqlite_master where type = 'table' and name not like 'kysely%' order by name",
      )
      .pluck()
      .all()
    return Object.fromEntries(
      tables.map((table) => [
        table,
        sqlite
          .prepare<[], unknown[]>(`select * from ${quoted(table)}`)
          .raw()
          .safeIntegers()
          .all()
          .map((row) => row.map(textOf).join('|'))
          .sort(),
      ]),
    )
  })
}

const textOf = (value: unknown): string =>
  Buffer.isBuffer(value) ? `x${value.toString('hex')}` : `${typeof value} ${String(value)}`
