import { expect, it } from 'vitest'
import { detectText } from './detect-text.ts'

const detect = (text: string) => detectText(Buffer.from(text), true)

it('a heading with line breaks is one line', () => {
  expect(detect('Datum;"Gewicht\r\n(kg)";"Temp"\r\n10.05.2026;43,2;34')?.lines).toEqual([
    'Datum;"Gewicht\n(kg)";"Temp"',
    '10.05.2026;43,2;34',
  ])
})

it('quotation marks that open no cell join no lines', () => {
  const lines = ['Rohr 12";5', 'Rohr 14";6', '"nie zu;7', 'a;8']
  expect(detect(lines.join('\n'))?.lines).toEqual(lines)
})

it('of a long file, some of the later lines are told, too', () => {
  const rows = Array.from({ length: 500 }, (_, i) => `${i};43`)
  const { lines = [] } = detect(rows.join('\n')) ?? {}
  expect(lines.slice(0, 20)).toEqual(rows.slice(0, 20))
  expect(lines).toHaveLength(30)
  expect(lines.at(-1)).toBe('499;43')
  expect(new Set(lines).size).toBe(30)
})

it.each([21, 25, 30, 31])('of %i lines, none is told twice, and the last is told', (count) => {
  const rows = Array.from({ length: count }, (_, i) => `${i};43`)
  const { lines = [] } = detect(rows.join('\n')) ?? {}
  expect(new Set(lines).size).toBe(Math.min(30, count))
  expect(lines.at(-1)).toBe(rows.at(-1))
})

it.each([
  ['a page', '<!DOCTYPE html><table><tr><td>10.05.2026</td><td>43,2</td></tr></table>'],
  ['a page that a spreadsheet opens', '\ufeff<html xmlns:x="urn:schemas-microsoft-com:office:excel">'],
  ['data of a program', '[\n{"time":"2026-05-10T10:00:00Z","weight":43.2}]'],
])('%s is no table', (_, text) => {
  expect(detect(text)).toBeUndefined()
})
