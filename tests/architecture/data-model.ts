import { writeFileSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { runMigrations } from '../../server/platform/db/run-migrations.ts'
import type { Tables } from '../../server/store/tables.ts'
import { root } from './source-files.ts'

export const DATA_MODEL = 'docs/data-model.md'

type Column = { name: string; type: string; notnull: number; pk: number }
type ForeignKey = { table: string; from: string; to: string | null; on_delete: string }
type Table = { name: string; columns: Column[]; keys: ForeignKey[] }

/** The page that draws the tables as the migrations leave them; written by `node tests/architecture/data-model.ts`. */
export async function dataModelPage(): Promise<string> {
  const tables = await tablesOfMigrations()
  const arrows = tables.flatMap(({ name, keys }) =>
    keys.map(({ table, from }) => `  ${table} ||--o{ ${name} : "${from}"`),
  )
  const alone = tables.filter(
    ({ name, keys }) => keys.length === 0 && !arrows.some((arrow) => arrow.includes(` ${name} `)),
  )
  return `${[
    '# The data model',
    '',
    'Written by `node tests/architecture/data-model.ts` from the migrations; a test holds it to them. Truth is 0 or 1;',
    'readings are no rows: they lie as bytes in `tile`, and what just came in waits in `inbox`.',
    '',
    '```mermaid',
    'erDiagram',
    ...arrows.sort(),
    '```',
    '',
    `Without an arrow to others: ${alone.map(({ name }) => `\`${name}\``).join(', ')}.`,
    '',
    '| Table | Columns (**key**, → what it belongs to, ? may be empty) |',
    '| --- | --- |',
    ...tables.map(
      (table) => `| \`${table.name}\` | ${table.columns.map((column) => told(column, table)).join(', ')} |`,
    ),
  ].join('\n')}\n`
}

function told({ name, notnull, pk }: Column, { keys }: Table): string {
  const key = keys.find(({ from }) => from === name)
  const shown = pk > 0 ? `**${name}**` : name
  return `${shown}${notnull || pk ? '' : '?'}${key ? ` → ${key.table}` : ''}`
}

async function tablesOfMigrations(): Promise<Table[]> {
  const sqlite = new Sqlite(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) })
  await runMigrations(db)
  const names = sqlite
    .prepare<[], { name: string }>("select name from sqlite_master where type = 'table' order by name")
    .all()
    .filter(({ name }) => !name.startsWith('sqlite_') && !name.startsWith('kysely_'))
  const tables = names.map(({ name }) => ({
    name,
    columns: sqlite.pragma(`table_info("${name}")`) as Column[],
    keys: sqlite.pragma(`foreign_key_list("${name}")`) as ForeignKey[],
  }))
  await db.destroy()
  return tables
}

if (import.meta.main) writeFileSync(path.join(root, DATA_MODEL), await dataModelPage())
