import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { padLists } from './pad-lists.ts'

const places = (count: number) => Array(count).fill('?').join(', ')

test('a list is padded to a power of two with its last value', () => {
  const padded = padLists({ sql: 'select 1 where "a" = ? and "b" in (?, ?, ?) limit ?', parameters: [9, 1, 2, 3, 50] })
  expect(padded).toEqual({
    sql: 'select 1 where "a" = ? and "b" in (?, ?, ?, ?) limit ?',
    parameters: [9, 1, 2, 3, 3, 50],
  })
})

test.each([
  'select 1',
  'select 1 where "a" in (?)',
  'select 1 where "a" in (?, ?)',
  `select 1 where "a" in (${places(64)})`,
  `select 1 where "a" in (${places(1500)})`,
])('%s stays as it is', (sql) => {
  const parameters = Array.from({ length: sql.split('?').length - 1 }, (_, i) => i)
  expect(padLists({ sql, parameters })).toEqual({ sql, parameters })
})

test('it finds the same, for lists of any length, also with `not in`', () => {
  const sqlite = new Sqlite(':memory:')
  sqlite.exec('create table t (a integer, b text)')
  const insert = sqlite.prepare('insert into t values (?, ?)')
  for (let i = 0; i < 60; i++) insert.run(i, `b${i % 7}`)
  const some = fc.array(fc.integer({ min: 0, max: 70 }), { minLength: 1, maxLength: 40 })
  const words = fc.array(
    fc.integer({ min: 0, max: 9 }).map((i) => `b${i}`),
    { minLength: 1, maxLength: 9 },
  )
  fc.assert(
    fc.property(some, words, some, fc.nat(50), (first, second, third, limit) => {
      const sql = `select * from t where a in (${places(first.length)}) and b in (${places(second.length)}) and a not in (${places(third.length)}) order by a limit ?`
      const parameters = [...first, ...second, ...third, limit]
      const padded = padLists({ sql, parameters })
      expect(sqlite.prepare(padded.sql).all(...padded.parameters)).toEqual(sqlite.prepare(sql).all(...parameters))
    }),
  )
})

test('a question mark in a string is not taken for a placeholder', () => {
  const statement = { sql: 'select \'?\' where "a" in (?, ?, ?)', parameters: [1, 2, 3] }
  expect(padLists(statement)).toBe(statement)
})

test('lists of a thousand lengths are eleven statements', () => {
  const shapes = new Set<string>()
  for (let length = 1; length <= 1024; length++) {
    const sql = `select 1 where "a" in (${places(length)})`
    shapes.add(padLists({ sql, parameters: Array(length).fill(0) }).sql)
  }
  expect(shapes.size).toBe(11)
})
