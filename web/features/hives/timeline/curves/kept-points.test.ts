import { expect, test, vi } from 'vitest'
import type { Tile } from '#domain/hives/tiles/timeline-tile.ts'
import { noPoints } from '../../../../charts/points/points.ts'
import type { SeriesKey } from '../state/series-key.ts'
import { createKeptPoints } from './kept-points.ts'

const [one, other] = ['1', '2'] as [SeriesKey, SeriesKey]
const tile = { level: 'hour', from: 0, length: 0 } as unknown as Tile
const piece = { tile, from: 0, to: 3600 }
const make = () => vi.fn(() => ({ ...noPoints }))

test('a curve made of the same tiles is the same object, whatever else has arrived', () => {
  const kept = createKeptPoints()
  const first = kept.of(one, [piece], 100, make())
  const again = make()
  expect(kept.of(one, [{ ...piece }], 100, again)).toBe(first)
  expect(again).not.toHaveBeenCalled()
})

test.each([
  ['another tile', [{ ...piece, tile: { ...tile } }], 100],
  ['another part of it', [{ ...piece, to: 1800 }], 100],
  ['one tile more', [piece, piece], 100],
  ['no tile', [], 100],
  ['a newer reading', [piece], 101],
])('%s makes another curve', (_, pieces, latest) => {
  const kept = createKeptPoints()
  const first = kept.of(one, [piece], 100, make())
  const again = make()
  expect(kept.of(one, pieces, latest, again)).not.toBe(first)
  expect(again).toHaveBeenCalledOnce()
})

test('the same curves in the same order give the same map object, otherwise a new one', () => {
  const kept = createKeptPoints()
  const [a, b] = [{ ...noPoints }, { ...noPoints }]
  const both = kept.all(
    new Map([
      [one, a],
      [other, b],
    ]),
  )
  expect(
    kept.all(
      new Map([
        [one, a],
        [other, b],
      ]),
    ),
  ).toBe(both)
  expect([
    ...kept
      .all(
        new Map([
          [other, b],
          [one, a],
        ]),
      )
      .keys(),
  ]).toEqual([other, one])
  expect(kept.all(new Map([[one, a]]))).toEqual(new Map([[one, a]]))
  expect(kept.all(new Map())).toEqual(new Map())
})

test('a curve no longer shown is forgotten', () => {
  const kept = createKeptPoints()
  const first = kept.of(one, [piece], 100, make())
  kept.all(new Map([[other, noPoints]]))
  expect(kept.of(one, [piece], 100, make())).not.toBe(first)
})
