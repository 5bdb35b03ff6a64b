import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readParts } from './read-parts.ts'

const MAXIMUM = 5

test('all rows are read, each once, also those of the same moment, and nothing is asked twice', async () => {
  // fewer at a moment than a part has
  const moments = fc.array(fc.integer({ min: 1, max: MAXIMUM - 1 }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(moments, async (counts) => {
      const rows = counts.flatMap((count, time) => Array.from({ length: count }, (_, id) => ({ time, id })))
      const asked: (string | undefined)[] = []
      const read = async (to: string | undefined) => {
        asked.push(to)
        const before = rows.filter(({ time }) => to === undefined || time <= Number(to))
        return before.toReversed().slice(0, MAXIMUM)
      }
      const all = await readParts(MAXIMUM, read, {
        oldestOf: (part) => String(part.at(-1)!.time),
        keyOf: ({ time, id }) => `${time} ${id}`,
      })
      expect(all).toEqual(rows.toReversed())
      expect(new Set(asked).size).toBe(asked.length)
    }),
  )
})

test('more of the same moment than are answered do not make it ask forever', async () => {
  let asked = 0
  const read = async () => {
    asked++
    return ['a', 'b']
  }
  expect(await readParts(2, read, { oldestOf: () => 'now', keyOf: (row) => row })).toEqual(['a', 'b'])
  expect(asked).toBe(2)
})
