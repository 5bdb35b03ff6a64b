import * as v from 'valibot'
import type { Deps } from '../../../deps.ts'
import { type StoredTable, selectStoredValues, storedColumns } from './stored-values-queries.ts'

/** Few enough that reading them holds up nobody, even if each has the first lines of an import. */
const AT_ONCE = 200
/** More are counted, but not named: a table that is damaged as a whole must not fill the log. */
const NAMED_AT_MOST = 100

const Json = v.pipe(v.string(), v.parseJson())
const isJson = (stored: unknown) => v.is(Json, stored)
const isTime = (stored: unknown, unit = 1) => !Number.isNaN(new Date(Number(stored) * unit).getTime())

type Columns = Record<'json' | 'times' | 'seconds', readonly string[]> & { key: string }

/**
 * Looks through all stored JSON and times, and tells administrators which are damaged: lists show something in their place, so that nobody else
 * would notice. One trouble names the first and counts the others, and the log names more. A few rows are in memory at a time.
 */
export async function tellDamagedValues(
  { database: { db }, logger, troubles }: Pick<Deps, 'database' | 'logger' | 'troubles'>,
  signal: AbortSignal,
): Promise<void> {
  const named: string[] = []
  let count = 0
  for (const table of Object.keys(storedColumns) as StoredTable[]) {
    const { key, json, times, seconds }: Columns = { json: [], times: [], seconds: [], ...storedColumns[table] }
    const wanted = { table, key, columns: [...json, ...times, ...seconds] }
    const isWhole = (column: string, stored: unknown) =>
      stored === null || (json.includes(column) ? isJson(stored) : isTime(stored, seconds.includes(column) ? 1000 : 1))
    for (let after = -1; ; ) {
      signal.throwIfAborted()
      const rows = await selectStoredValues(db, wanted, { after, limit: AT_ONCE })
      for (const row of rows) {
        for (const column of wanted.columns) {
          if (isWhole(column, row[column])) continue
          if (count++ < NAMED_AT_MOST) named.push(`${table} ${row.key}: ${column}`)
        }
      }
      if (rows.length < AT_ONCE) break
      after = Number(rows.at(-1)!.key)
    }
  }
  if (count === 0) return troubles.clear('values_damaged')
  logger.error({ count, damaged: named }, 'stored values are damaged')
  await troubles.raise({ kind: 'values_damaged', values: { first: named[0]!, count } })
}
