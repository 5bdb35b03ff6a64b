import type { Kysely } from 'kysely'
import type { Locale } from '#domain/account.ts'
import type { Tables } from '../db/tables.ts'
import { csvStyle, csvText } from '../exports/csv-text.ts'
import { type AuditFilter, selectEntries } from './audit-queries.ts'

const ROWS_AT_ONCE = 500
const BYTE_ORDER_MARK = '\ufeff'
const headings = ['time', 'actor', 'actingAs', 'action', 'subjectType', 'subjectId', 'before', 'after', 'requestId']

/** The entries of a filter as a table of text, piece by piece, so that a long history needs no memory. */
export async function* auditCsv(
  db: Kysely<Tables>,
  filter: Omit<AuditFilter, 'limit' | 'beforeId'>,
  language: Locale,
): AsyncGenerator<string> {
  const style = csvStyle(language)
  const line = (cells: (string | number | null)[]) =>
    `${cells.map((cell) => csvText(String(cell ?? ''), style)).join(style.separator)}\r\n`
  yield BYTE_ORDER_MARK + line(headings)
  let beforeId: number | undefined
  for (;;) {
    const rows = await selectEntries(db, { ...filter, beforeId, limit: ROWS_AT_ONCE })
    if (rows.length > 0) {
      yield rows
        .map((row) =>
          line([
            new Date(Number(row.at)).toISOString(),
            row.actor_email || row.actor_id,
            row.acting_as_id,
            row.action,
            row.subject_type,
            row.subject_id,
            row.before,
            row.after,
            row.request_id,
          ]),
        )
        .join('')
    }
    if (rows.length < ROWS_AT_ONCE) return
    beforeId = rows.at(-1)!.id
  }
}
