import type { Statement } from './lane.ts'

/** A list of placeholders, with the words before it. */
const LIST = / in \((\?(?:, \?){2,})\)/g
const MOST = 1024

/**
 * The same statement with each `in` list padded to the next power of two with its last value, which does not change
 * what it finds: lists of all lengths then become a few statements that stay prepared. Very long lists are left as they are.
 */
export function padLists(statement: Statement): Statement {
  const { sql, parameters } = statement
  // a question mark in a string of the statement would be taken for a placeholder
  if (!sql.includes(' in (?, ?, ?') || placesIn(sql) !== parameters.length) return statement
  const parts: string[] = []
  const values: unknown[] = []
  let read = 0
  let used = 0
  for (const match of sql.matchAll(LIST)) {
    const places = match[1]!
    const length = (places.length + 2) / 3
    const more = Math.max(0, length > MOST ? 0 : 2 ** Math.ceil(Math.log2(length)) - length)
    const end = match.index + match[0].length - 1
    const before = sql.slice(read, end)
    const taken = used + placesIn(before)
    values.push(...parameters.slice(used, taken), ...Array<unknown>(more).fill(parameters[taken - 1]))
    parts.push(before, ', ?'.repeat(more))
    read = end
    used = taken
  }
  values.push(...parameters.slice(used))
  return { ...statement, sql: parts.join('') + sql.slice(read), parameters: values }
}

const placesIn = (sql: string): number => sql.split('?').length - 1
