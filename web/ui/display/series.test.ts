import { expect, it } from 'vitest'
import { seriesColor, seriesCount, seriesDash } from './series.ts'

it('gives each of 64 series a unique color and dash', () => {
  const looks = Array.from({ length: seriesCount * 8 }, (_, index) => `${seriesColor(index)} ${seriesDash(index)}`)
  expect(new Set(looks).size).toBe(looks.length)
})

it('begins with a solid line in the first color', () => {
  expect(seriesDash(0)).toEqual([])
  expect(seriesColor(0)).toBe('var(--series-1)')
})
