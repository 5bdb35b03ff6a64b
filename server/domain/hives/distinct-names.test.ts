import fc from 'fast-check'
import { expect, it } from 'vitest'
import { distinctNames } from './distinct-names.ts'

const scale = (id: number, name: string, place: string | undefined) => ({ id, name, place })
const namesOf = (scales: ReturnType<typeof scale>[]) => [...distinctNames(scales, ({ place }) => place).values()]

it('adds the transmitter only to names that several scales have', () => {
  expect(
    namesOf([scale(1, 'Scale 1', 'Orchard'), scale(2, 'Linden', 'Orchard'), scale(3, 'Scale 1', 'Forest')]),
  ).toEqual(['Scale 1, Orchard', 'Linden', 'Scale 1, Forest'])
})

it('keeps a name whose transmitter is unknown', () => {
  expect(namesOf([scale(1, 'Scale 1', undefined), scale(2, 'Scale 1', 'Forest')])).toEqual([
    'Scale 1',
    'Scale 1, Forest',
  ])
})

it('tells all scales apart that differ in name or transmitter', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'd')
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(word, word), { selector: ([name, place]) => `${name} ${place}` }), (pairs) => {
      const names = namesOf(pairs.map(([name, place], id) => scale(id, name, place)))
      expect(new Set(names).size).toBe(pairs.length)
    }),
  )
})
