import type { Client } from 'pg'
import { UNFINISHED_MOVE } from '../../platform/db/unfinished-move.ts'
import { ask } from './ask.ts'
import type { Kind, Table } from './side.ts'
import { kindOf } from './sqlite-tables.ts'

const kinds: Record<string, Kind> = {
  bigint: 'integer',
  'double precision': 'real',
  text: 'text',
  bytea: 'bytes',
}

type ColumnRow = { of: string; name: string; type: string; counted: boolean; place: string | null }

/** The tables of the schema, except those of migrations and of the move itself. Throws DatabaseError. */
export async function postgresTables(client: Client): Promise<Table[]> {
  const columns = await ask<ColumnRow>(
    client,
    `select t.relname as of, a.attname as name, format_type(a.atttypid, null) as type, a.attidentity <> '' as counted,
       array_position(k.conkey, a.attnum) as place
     from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
     left join pg_constraint k on k.conrelid = t.oid and k.contype = 'p'
     where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace
       and t.relname not like 'kysely\\_%' and t.relname <> $1
     order by t.relname, a.attnum`,
    [UNFINISHED_MOVE],
  )
  const references = await ask<{ of: string; name: string }>(
    client,
    `select distinct t.relname as of, r.relname as name from pg_constraint c
     join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
     where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace`,
  )
  return [...Map.groupBy(columns, ({ of }) => of)].map(([name, own]) => ({
    name,
    columns: own.map((column) => ({ name: column.name, kind: kindOf(kinds, name, column) })),
    key: own
      .filter(({ place }) => place !== null)
      .sort((a, b) => Number(a.place) - Number(b.place))
      .map((column) => column.name),
    refersTo: references.filter(({ of }) => of === name).map((reference) => reference.name),
    counted: own.find(({ counted }) => counted)?.name,
  }))
}
