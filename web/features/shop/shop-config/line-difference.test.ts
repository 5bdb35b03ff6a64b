import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineDifference } from './line-difference.ts'

const told = (before: string, after: string) =>
  lineDifference(before, after).map((part) =>
    part.map(({ kind, text, line }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${line} ${text}`),
  )

test('shows changes with two lines around', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']
  const after = before.toSpliced(1, 1, 'B').toSpliced(10, 0, 'new')
  expect(told(before.join('\n'), after.join('\n'))).toEqual([
    [' 1 a', '-2 b', '+2 B', ' 3 c', ' 4 d'],
    [' 9 i', ' 10 j', '+11 new', ' 12 k', ' 13 l'],
  ])
})

test('shows nothing for equal texts, and everything for entirely different ones', () => {
  expect(told('a\nb', 'a\nb')).toEqual([])
  expect(told('a', 'b\nc')).toEqual([['-1 a', '+1 b', '+2 c']])
})

test('leads from one text to the other, whatever they are', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '', 'd'), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const made: string[] = [...before]
      const lines = lineDifference(before.join('\n'), after.join('\n')).flat()
      for (const { line } of lines.filter(({ kind }) => kind === 'removed').reverse()) made.splice(line - 1, 1)
      for (const { line, text: added } of lines.filter(({ kind }) => kind === 'added')) made.splice(line - 1, 0, added)
      expect(made).toEqual(after)
    }),
  )
})

test('handles thousands of changed lines', () => {
  const lines = (word: string) => Array.from({ length: 4000 }, (_, index) => `${word} ${index}`).join('\n')
  expect(lineDifference(lines('a'), lines('b')).flat().length).toBe(8000)
})
