import { expect, test } from 'vitest'
import type { HiveMark } from './gain-marks.ts'
import { placeLabels } from './place-labels.ts'

const hiveAt = (controllerId: number, gain: number): HiveMark =>
  ({ controllerId, name: `Hive ${controllerId}`, place: 'Here', gainsGrams: [gain] }) as unknown as HiveMark
const say = (grams: number | null) => `${grams} g`

test('labels are toward the center of all places, where the map has room', () => {
  const hives = [hiveAt(1, 100), hiveAt(2, 200), hiveAt(3, -50)]
  const positions = new Float64Array([8, 47, 0, 8.4, 47.2, 0, 9, 46.8, 0])
  expect(placeLabels({ hives, positions } as never, 0, say)).toEqual([
    { position: [8, 47], text: 'Hive 1 100 g', isLeft: false, above: 0.5 },
    { position: [8.4, 47.2], text: 'Hive 2 200 g', isLeft: false, above: 1 },
    { position: [9, 46.8], text: 'Hive 3 -50 g', isLeft: true, above: 0 },
  ])
})

test('labels of a single place, or of places in a vertical line, are to the right', () => {
  const hives = [hiveAt(1, 100), hiveAt(2, 200)]
  const positions = new Float64Array([8, 47, 0, 8, 46, 0])
  expect(placeLabels({ hives, positions } as never, 0, say).map(({ isLeft }) => isLeft)).toEqual([false, false])
  expect(placeLabels({ hives: [], positions } as never, 0, say)).toEqual([])
})

test('a long name is cut, since it would reach across the map', () => {
  const hives = [{ ...hiveAt(1, 100), name: '🐝'.repeat(30) }]
  const [label] = placeLabels({ hives, positions: new Float64Array([8, 47, 0]) } as never, 0, say)
  expect(label!.text).toBe(`${'🐝'.repeat(19)}… 100 g`)
})

test('transmitters in one apiary share a label, since theirs would cover each other', () => {
  const hives = [hiveAt(1, 100), hiveAt(2, 200), hiveAt(3, 300)]
  const positions = new Float64Array([8, 47, 0, 8.0002, 47.0001, 0, 9, 47, 0])
  expect(placeLabels({ hives, positions } as never, 0, say).map(({ text }) => text)).toEqual([
    'Hive 1 100 g\nHive 2 200 g',
    'Hive 3 300 g',
  ])
})

test('larger letters leave room for fewer of them, and for fewer lines', () => {
  const hives = [1, 2, 3].map((id) => ({ ...hiveAt(id, 100), name: 'Waldrand hinten', place: 'Waldrand' }))
  const positions = new Float64Array(hives.flatMap(() => [8, 47, 0]))
  const textOf = (count: number, letters: number) =>
    placeLabels({ hives: hives.slice(0, count), positions } as never, 0, say, letters)[0]!.text
  expect(textOf(1, 1)).toBe('Waldrand hinten 100 g')
  expect(textOf(1, 2)).toBe('Waldr… 100 g')
  expect(textOf(3, 1).split('\n')).toHaveLength(3)
  expect(textOf(3, 2)).toBe('Waldr…: 3 × 100 g')
})
