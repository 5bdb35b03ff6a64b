import type { Statement } from './lane.ts'

/** A list of places, with what stands before it. */
const LIST = / in \((\?(?:, \?){2,})\)/g
const MOST = 1024

/**
 * The same statement with each list of an `in` filled up to the next power of two by its last value, which changes nothing of
 * what it finds: lists of all lengths then are a few statements, which stay prepared. Very long ones are left as they are.
 */
export function padLists(statement: Statement): Statement {
  const { sql, parameters } = statement
  // a question mark in a text of the statement would be taken for a place
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
