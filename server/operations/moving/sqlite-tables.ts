import type { SqliteHandle } from '../../platform/db/open-sqlite.ts'
import { UNFINISHED_MOVE } from '../../platform/db/unfinished-move.ts'
import type { Kind, Table } from './side.ts'

const kinds: Record<string, Kind> = {
  integer: 'integer',
  bigint: 'integer',
  real: 'real',
  'double precision': 'real',
  text: 'text',
  blob: 'bytes',
}

/** The tables of the schema, except those of migrations and of the move itself. */
export function sqliteTables(sqlite: SqliteHandle): Table[] {
  const tables = sqlite
    .prepare<[], { name: string; sql: string }>(
      `select name, sql from sqlite_master
       where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\'`,
    )
    .all()
  return tables.filter(({ name }) => name !== UNFINISHED_MOVE).map(({ name, sql }) => tableOf(sqlite, name, sql))
}

function tableOf(sqlite: SqliteHandle, name: string, sql: string): Table {
  const columns = sqlite
    .prepare<[string], { name: string; type: string; pk: number }>(
      'select name, lower(type) as type, pk from pragma_table_info(?) order by cid',
    )
    .all(name)
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  const named = sqlite
    .prepare<[string], { name: string }>('select distinct "table" as name from pragma_foreign_key_list(?)')
    .all(name)
  return {
    name,
    columns: columns.map((column) => ({ name: column.name, kind: kindOf(kinds, name, column) })),
    key: key.map((column) => column.name),
    refersTo: named.map((table) => table.name),
    counted: /\bautoincrement\b/i.test(sql) ? key[0]?.name : undefined,
  }
}

/** The kind of values in a column of that type. */
export function kindOf(
  known: Record<string, Kind>,
  table: string,
  { name, type }: { name: string; type: string },
): Kind {
  const kind = known[type]
  if (!kind) throw new Error(`${table}.${name} has an unknown type: ${type}`)
  return kind
}
