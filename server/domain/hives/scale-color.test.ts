import { describe, expect, it } from 'vitest'
import { freeColor, HUES, hueOf, looksTogether, SCALE_COLORS } from './scale-color.ts'

const inUse = (...colors: number[]) => colors.map((color) => ({ color, archived: false }))
const archived = (...colors: number[]) => colors.map((color) => ({ color, archived: true }))

describe('the color of a new scale', () => {
  it('is unused as long as there are unused ones', () => {
    const colors: number[] = []
    while (colors.length < SCALE_COLORS) colors.push(freeColor(inUse(...colors)))
    expect(new Set(colors.slice(0, HUES).map(hueOf)).size).toBe(HUES)
    expect(new Set(colors).size).toBe(SCALE_COLORS)
    expect(colors.slice(0, 3)).toEqual([0, 1, 2])
  })

  it.each([
    ['fills a gap', inUse(0, 2), 1],
    ['is none of those in use, in another dash than an archived one had', [...inUse(0, 1), ...archived(2)], 3],
    ['takes the hue of an archived one before one in use', [...inUse(0, 1, 2, 3, 4, 5, 6), ...archived(7)], 15],
    ['begins again when all are used up', inUse(...Array.from({ length: SCALE_COLORS }, (_, color) => color)), 0],
  ])('%s', (_, beside, expected) => expect(freeColor(beside)).toBe(expected))

  it('has the chosen hue and a free dash pattern', () => {
    expect(freeColor(inUse(0, 2), 2)).toBe(10)
    expect(freeColor(inUse(0, 1), 2)).toBe(2)
  })
})

describe('scales on one chart', () => {
  it('keep their colors next to any others', () => {
    expect(looksTogether([{ id: 9, color: 3 }])).toEqual({ 9: 3 })
    expect(looksTogether([9, 4, 7].map((id) => ({ id, color: id })))).toEqual({ 4: 4, 7: 7, 9: 9 })
  })

  it('have different dashes if two owners chose the same color', () => {
    const looks = looksTogether([
      { id: 12, color: 60 },
      { id: 11, color: 60 },
      { id: 10, color: 4 },
    ])
    expect(looks).toEqual({ 10: 4, 11: 60, 12: 12 })
    expect(Object.values(looks).map(hueOf)).toEqual([4, 4, 4])
  })

  it('are handled even if more look alike than there are dashes', () => {
    const many = Array.from({ length: 20 }, (_, id) => ({ id, color: 5 }))
    expect(new Set(Object.values(looksTogether(many)).map(hueOf))).toEqual(new Set([5]))
  })
})
