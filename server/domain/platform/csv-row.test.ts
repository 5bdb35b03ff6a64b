import { expect, test } from 'vitest'
import { harmlessCell } from './csv-row.ts'

test.each(['=1+1', '+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '－1'])(
  '%j is no formula any more',
  (text) => {
    expect(harmlessCell(text)).toBe(`'${text}`)
  },
)

test.each(['', 'Waldrand', '1-2', "'=1", '8QZ4-…', ' = 1'])('%j stays as it is', (text) => {
  expect(harmlessCell(text)).toBe(text)
})
