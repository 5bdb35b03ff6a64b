import { expect, it } from 'vitest'
import { HUES } from '#domain/hives/scale-color.ts'
import { seriesColor, seriesCount } from '../../../../ui/display/series.ts'
import { curveLooks } from './curve-looks.ts'

const scales = [
  { id: 10, color: 3 },
  { id: 20, color: 0 },
  { id: 30, color: 3 },
]

it('a hive has its color whatever was shown before it, and its sensors have the same', () => {
  const alone = curveLooks(['20', '20t'], scales)
  expect(alone).toEqual({ 20: 0 })
  expect(curveLooks(['10', '20'], scales)[20]).toBe(alone[20])
  expect(curveLooks(['20', '10'], scales)).toEqual(curveLooks(['10', '20'], scales))
})

it('two hives of one color differ in their dash', () => {
  const looks = curveLooks(['30', '10'], scales)
  expect(looks[10]).toBe(3)
  expect(looks[30]).not.toBe(3)
  expect(seriesColor(looks[30]!)).toBe(seriesColor(3))
})

it('a transmitter has one by its id, in a dash that hives seldom have', () => {
  expect(curveLooks(['c3b', 'c4b', '10'], scales)).toEqual({ 10: 3, [-3]: 59, [-4]: 60 })
})

it('an answer kept by an earlier version draws, too', () => {
  expect(curveLooks(['5'], [{ id: 5 } as (typeof scales)[number]])).toEqual({ 5: 0 })
})

it('counts the colors as the kit does', () => expect(HUES).toBe(seriesCount))
