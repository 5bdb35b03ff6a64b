import type { Database } from 'better-sqlite3'
import { COUNTED_DIGITS } from './list-order.ts'

/** Gives a connection functions of PostgreSQL that SQLite lacks, so that the same queries run on both. */
export function addFunctions(sqlite: Database): void {
  const options = { deterministic: true }
  sqlite.function('normalize', options, (text: string, form: string) => text.normalize(form))
  sqlite.function('translate', options, translate)
  sqlite.function('counted', options, counted)
}

/** As the compiler for PostgreSQL writes it out. */
const counted = (text: string): string =>
  text.replace(/\d+/g, (digits) => digits.replace(/^0+/, '').padStart(COUNTED_DIGITS, '0'))

type Table = { letters: RegExp; to: (letter: string) => string }
const tables = new Map<string, Table>()

/** Replaces each character of `from` by the one at the same place of `to`; where there is none, it is left out. */
function translate(text: string, from: string, to: string): string {
  const key = `${from}\0${to}`
  let table = tables.get(key)
  if (!table) {
    const letters = new RegExp(`[${from.replaceAll(/[\]\\^-]/g, '\\$&')}]`, 'g')
    table = { letters, to: (letter) => to[from.indexOf(letter)] ?? '' }
    tables.set(key, table)
  }
  return text.replace(table.letters, table.to)
}
