import { expect, it } from 'vitest'
import { HUES } from '#domain/hives/scale-color.ts'
import { seriesColor, seriesCount } from '../../../../ui/display/series.ts'
import { curveLooks } from './curve-looks.ts'

const scales = [
  { id: 10, color: 3 },
  { id: 20, color: 0 },
  { id: 30, color: 3 },
]

it('a hive keeps its color whatever was shown before, and its sensors share it', () => {
  const alone = curveLooks(['20', '20t'], scales)
  expect(alone).toEqual({ 20: 0 })
  expect(curveLooks(['10', '20'], scales)[20]).toBe(alone[20])
  expect(curveLooks(['20', '10'], scales)).toEqual(curveLooks(['10', '20'], scales))
})

it('two hives of the same color differ in their dash', () => {
  const looks = curveLooks(['30', '10'], scales)
  expect(looks[10]).toBe(3)
  expect(looks[30]).not.toBe(3)
  expect(seriesColor(looks[30]!)).toBe(seriesColor(3))
})

it('a transmitter’s look follows from its id, with a dash that hives seldom have', () => {
  expect(curveLooks(['c3b', 'c4b', '10'], scales)).toEqual({ 10: 3, [-3]: 59, [-4]: 60 })
})

it('an answer stored by an earlier version can still be drawn', () => {
  expect(curveLooks(['5'], [{ id: 5 } as (typeof scales)[number]])).toEqual({ 5: 0 })
})

it('counts colors as the UI kit does', () => expect(HUES).toBe(seriesCount))
