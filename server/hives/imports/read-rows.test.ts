import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readRows } from './read-rows.ts'

async function rowsOf(text: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'rows-'))
  try {
    const file = path.join(folder, 'table.csv')
    await writeFile(file, text)
    return await Array.fromAsync(readRows(file, { encoding: 'utf-8', separator: ';' }), ({ cells, line }) => [
      line,
      cells,
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
}

it.each([
  ['a heading that ends otherwise than the rows', 'a;b\r\n1;2\n3;4\n'],
  ['rows that end otherwise than the heading', 'a;b\n1;2\r\n3;4\r\n'],
  ['carriage returns alone', 'a;b\r1;2\r3;4\r'],
])('%s', async (_, text) => {
  expect(await rowsOf(text)).toEqual([
    [1, ['a', 'b']],
    [2, ['1', '2']],
    [3, ['3', '4']],
  ])
})

it('lines count those within a cell, too', async () => {
  expect(await rowsOf('a;"b\nc"\r\n1;2\r\n\r\n3;4')).toEqual([
    [2, ['a', 'b\nc']],
    [3, ['1', '2']],
    [5, ['3', '4']],
  ])
})

it('lines that end in CR and LF within a cell count once', async () => {
  expect(await rowsOf('a;"b\r\nc"\r\n1;2\r\n3;"\r\nx\ry\r\n\r\nz\r\n"\r\n5;6\r\n')).toMatchObject([
    [2, ['a', 'b\r\nc']],
    [3, ['1', '2']],
    [9, ['3', '\r\nx\ry\r\n\r\nz\r\n']],
    [10, ['5', '6']],
  ])
})
