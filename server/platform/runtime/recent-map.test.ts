import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecentMap } from './recent-map.ts'

test('a million keys take no more room than allowed, and entries in use stay', () => {
  const map = new RecentMap<string, number>(1000)
  for (let i = 0; i < 1_000_000; i++) {
    map.set(`key ${i}`, i)
    if (i % 500 === 0) map.set('busy', (map.get('busy') ?? 0) + 1)
  }
  expect(map.size).toBeLessThanOrEqual(2000)
  expect(map.get('busy')).toBe(2000)
  expect(map.get('key 5')).toBeUndefined()
})

test('the most recently used half is kept, with its newest values', () => {
  const step = fc.record({ key: fc.integer({ min: 0, max: 12 }), kind: fc.constantFrom('set', 'get', 'delete') })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const map = new RecentMap<number, number>(4)
      const all = new Map<number, number>()
      let used: number[] = []
      for (const [at, { key, kind }] of steps.entries()) {
        used = used.filter((one) => one !== key)
        if (kind === 'set') {
          map.set(key, at + 1)
          all.set(key, at + 1)
        } else if (kind === 'delete') {
          map.delete(key)
          all.delete(key)
        } else if (map.get(key) === undefined) all.delete(key)
        if (all.has(key)) used.unshift(key)
        if (map.size > 8) return false
      }
      return used.slice(0, 4).every((key) => map.get(key) === all.get(key))
    }),
  )
})
