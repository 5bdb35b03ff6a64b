import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeRaw, type NewReadings } from './tile-merge.ts'
import { ABSENT, emptyRawTile, type RawTile } from './timeline-tile.ts'

const day = Date.UTC(2026, 4, 10) / 1000
const names = ['weight', 'temperature', 'humidity'] as const
type Name = (typeof names)[number]
type Reading = { second: number } & Partial<Record<Name, number>>

const batchOf = (readings: readonly Reading[]): NewReadings => ({
  length: readings.length,
  time: readings.map(({ second }) => day + second),
  columns: Object.fromEntries(names.map((name) => [name, readings.map((reading) => reading[name] ?? Number.NaN)])),
})

const fill = (tile: RawTile, readings: readonly Reading[]) => mergeRaw(tile, batchOf(readings), 'gaps are filled')

const readingsOf = ({ time, columns }: RawTile): Reading[] =>
  Array.from(time, (second, row) => {
    const said = names.filter((name) => (columns[name]?.[row] ?? ABSENT) !== ABSENT)
    return { second, ...Object.fromEntries(said.map((name) => [name, columns[name]![row]!])) }
  })

/** Values are a function of the second, so that readings of the same second always agree. */
const parts = fc.array(
  fc
    .record({ second: fc.integer({ min: 0, max: 12 }), name: fc.constantFrom(...names) })
    .map(({ second, name }): Reading => ({ second, [name]: 1000 * names.indexOf(name) + second })),
  { maxLength: 40 },
)
const cuts = fc.array(fc.nat(40), { maxLength: 4 }).map((at) => [0, ...at.sort((a, b) => a - b), 40])

test('values that arrive in parts, in any order and batches, give the same tile as complete readings', () => {
  fc.assert(
    fc.property(parts, cuts, fc.infiniteStream(fc.nat()), (readings, at, order) => {
      const whole = Map.groupBy(readings, ({ second }) => second)
      const expected = fill(
        emptyRawTile(day),
        [...whole.values()].map((said) => Object.assign({}, ...said)),
      ).tile
      const shuffled = readings.map((reading) => ({ reading, key: order.next().value })).sort((a, b) => a.key - b.key)
      let tile = emptyRawTile(day)
      let added = 0
      at.slice(1).forEach((to, i) => {
        const merged = fill(
          tile,
          shuffled.slice(at[i], to).map(({ reading }) => reading),
        )
        expect(merged.added).toBe(merged.isNew.reduce((sum, flag) => sum + flag, 0))
        tile = merged.tile
        added += merged.added
      })
      expect(tile).toEqual(expected)
      // each value is new exactly once
      expect(added).toBe(new Set(readings.map((reading) => JSON.stringify(reading))).size)
      expect(fill(tile, readings)).toMatchObject({ added: 0, tile })
    }),
  )
})

test('if a value is sent twice the first stays, whatever comes with the second', () => {
  const { tile } = fill(emptyRawTile(day), [{ second: 5, weight: 40_000 }])
  const merged = fill(tile, [
    { second: 5, weight: 41_000, temperature: 3400 },
    { second: 5, temperature: 3500 },
    { second: 5, weight: 42_000 },
    { second: 4, humidity: 600 },
  ])
  expect([...merged.isNew]).toEqual([1, 0, 0, 1])
  expect(readingsOf(merged.tile)).toEqual([
    { second: 4, humidity: 600 },
    { second: 5, weight: 40_000, temperature: 3400 },
  ])
  // the given tile is unchanged
  expect(readingsOf(tile)).toEqual([{ second: 5, weight: 40_000 }])
})

test('with “first stays” nothing is added to an existing reading', () => {
  const { tile } = mergeRaw(emptyRawTile(day), batchOf([{ second: 5, weight: 40_000 }]))
  expect(mergeRaw(tile, batchOf([{ second: 5, temperature: 3400 }]))).toMatchObject({ added: 0, tile })
})
