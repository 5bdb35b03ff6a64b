import { expect, test } from 'vitest'
import { harmlessCell } from './csv-row.ts'

test.each(['=1+1', '+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '－1'])(
  '%j is no formula any more',
  (text) => {
    expect(harmlessCell(text)).toBe(`'${text}`)
  },
)

test.each([
  ['Linde;=1+1', "Linde;'=1+1"],
  ['=1,@SUM(A1);-2+3', "'=1,'@SUM(A1);'-2+3"],
])('%j contains no formula for anyone whose spreadsheet splits it', (text, harmless) => {
  expect(harmlessCell(text)).toBe(harmless)
})

test.each(['', 'Linde, -5 kg; ok', 'CHF 20,-', 'Waldrand', '1-2', "'=1", '8QZ4-…', ' = 1'])(
  '%j stays as it is',
  (text) => {
    expect(harmlessCell(text)).toBe(text)
  },
)
