import type { Kysely } from 'kysely'
import { csvStyle, csvText } from '#domain/platform/csv-text.ts'
import type { Locale } from '#domain/platform/locale.ts'
import type { Tables } from '../../store/tables.ts'
import type { AuditFilter } from './audit-queries.ts'
import { readEntries } from './read-entries.ts'

const ROWS_AT_ONCE = 500
const BYTE_ORDER_MARK = '\ufeff'
const headings = [
  'time',
  'actor',
  'actingAs',
  'action',
  'subjectType',
  'subjectId',
  'subjectName',
  'before',
  'after',
  'requestId',
]

/** The entries matching a filter as CSV, in pieces, so that a long history needs little memory. */
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
    const entries = await readEntries(db, { ...filter, beforeId, limit: ROWS_AT_ONCE })
    if (entries.length > 0) {
      yield entries
        .map((entry) =>
          line([
            entry.at,
            entry.actorEmail || entry.actorId,
            entry.actingAsEmail ?? entry.actingAsId,
            entry.action,
            entry.subjectType,
            entry.subjectId,
            entry.subjectName,
            entry.before && JSON.stringify(entry.before),
            entry.after && JSON.stringify(entry.after),
            entry.requestId,
          ]),
        )
        .join('')
    }
    if (entries.length < ROWS_AT_ONCE) return
    beforeId = entries.at(-1)!.id
  }
}
