import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { documentRows } from './document-rows.ts'
import { writeTables } from './write-tables.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-document-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const SPREADSHEET = 'application/vnd.oasis.opendocument.spreadsheet'
type Sheet = { name: string; rows: string; style?: string }

const document = (sheets: Sheet[], type = SPREADSHEET): Uint8Array =>
  zipSync({
    mimetype: [strToU8(type), { level: 0 }],
    'content.xml': strToU8(`<?xml version="1.0"?><office:document-content><office:automatic-styles>
      <style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>
      <style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>
      </office:automatic-styles><office:body><office:spreadsheet>${sheets
        .map(
          ({ name, rows, style = 'ta1' }) =>
            `<table:table table:name="${name}" table:style-name="${style}"><table:table-column/>${rows}</table:table>`,
        )
        .join('')}<table:named-expressions/></office:spreadsheet></office:body></office:document-content>`),
  })

async function read(bytes: Uint8Array) {
  const [file, to] = [path.join(folder, 'book.ods'), path.join(folder, 'table')]
  writeFileSync(file, bytes)
  const { sheets, bytes: length } = await writeTables(file, to, 'Blatt', 5_000_000)
  const text = readFileSync(to, 'utf8')
  expect(length).toBe(Buffer.byteLength(text))
  return { sheets, lines: text.split('\n') }
}

const row = (cells: string, more = '') => `<table:table-row ${more}>${cells}</table:table-row>`
const words = (text: string, more = '') =>
  `<table:table-cell office:value-type="string" ${more}><text:p>${text}</text:p></table:table-cell>`
const value = (type: string, attribute: string, shown = '?') =>
  `<table:table-cell office:value-type="${type}" ${attribute}><text:p>${shown}</text:p></table:table-cell>`
const number = (of: number, more = '') => value('float', `office:value="${of}" ${more}`)
const nothing = (times: number) => `<table:table-cell table:number-columns-repeated="${times}"/>`
const rest = row(nothing(16_384), 'table:number-rows-repeated="1048570"')
const head = row(words('Zeit') + words('Gewicht &amp; "mehr"') + nothing(16_382))

it('the cells of a sheet become what they hold', async () => {
  const rows = [
    head,
    row(
      value('date', 'office:date-value="2026-05-10T10:29:59.999999997"', '10.05.26') +
        number(43.199999999999996) +
        '<table:covered-table-cell/>' +
        value('percentage', 'office:value="0.61"') +
        value('time', 'office:time-value="PT12H05M59.999999S"', '12:06'),
    ),
    row('<table:table-cell/>', 'table:number-rows-repeated="2"'),
    row(
      value('date', 'office:date-value="2026-05-11"') +
        value('currency', 'office:value="5"') +
        '<table:table-cell office:value-type="string" calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>' +
        number(7, 'table:number-columns-repeated="2"') +
        value('time', 'office:time-value="PT30H00M00S"', '30:00') +
        value('boolean', 'office:boolean-value="true"', 'WAHR'),
    ),
    rest,
  ]
  expect(await read(document([{ name: 'Linde', rows: rows.join('') }]))).toEqual({
    sheets: [],
    lines: [
      'Zeit;"Gewicht & ""mehr"""',
      '2026-05-10 10:30:00;43.2;;61%;12:06:00',
      '',
      '',
      '2026-05-11;5;;7;7;30:00;WAHR',
      '',
    ],
  })
})

it('notes and drawings in a cell are not what it holds', async () => {
  const noted = `<table:table-cell office:value-type="string"><office:annotation><dc:date>2026-05-10</dc:date><text:p>a note</text:p></office:annotation><text:p>in<text:s text:c="2"/><text:span>the</text:span><text:tab/>sun</text:p><draw:frame><draw:text-box><text:p>drawn</text:p></draw:text-box></draw:frame><text:p>all day</text:p></table:table-cell>`
  const { lines } = await read(document([{ name: 'Linde', rows: head + row(noted + number(3)) }]))
  expect(lines[1]).toBe('in the sun all day;3')
})

it('sheets with the same columns are one table; hidden ones and those of others are left out', async () => {
  const table = (...weights: number[]) =>
    head + weights.map((weight) => row(words('10.05.2026') + number(weight))).join('') + rest
  const sheets = [
    { name: 'Cover', rows: row(words('Bienen')) + rest },
    { name: 'Secret', rows: table(1), style: 'ta2' },
    { name: 'Linde', rows: row(words('2026')) + table(40, 41) },
    { name: 'Other', rows: row(words('a') + words('b') + words('c')) + row(number(1) + number(2)) },
    { name: 'Ahorn', rows: table(31) },
  ]
  expect(await read(document(sheets))).toEqual({
    sheets: ['Linde', 'Ahorn'],
    lines: [
      ';2026',
      'Blatt;Zeit;"Gewicht & ""mehr"""',
      'Linde;10.05.2026;40',
      'Linde;10.05.2026;41',
      'Ahorn;10.05.2026;31',
      '',
    ],
  })
})

it('text of any length is read in pieces', async () => {
  const rows = Array.from({ length: 8000 }, (_, i) => row(words(`Bienenstöcke ${i} 🐝`) + number(i / 8)))
  const { lines } = await read(document([{ name: 'Long', rows: rows.join('\n') }]))
  expect(lines.slice(0, -1)).toEqual(rows.map((_, i) => `Bienenstöcke ${i} 🐝;${i / 8}`))
})

it('what is repeated a million times adds few lines and cells', async () => {
  const many = 'table:number-rows-repeated="1048576"'
  const wide = words('x', 'table:number-columns-repeated="16384"')
  const rows = head + row(nothing(9), many) + row(words('a') + number(1), many) + row(wide) + rest
  const { lines } = await read(document([{ name: 'Linde', rows }]))
  expect(lines.filter((line) => line === '')).toHaveLength(1001)
  expect(lines.filter((line) => line === 'a;1')).toHaveLength(1000)
  expect(lines.at(-2)!.split(';')).toHaveLength(200)
})

it('a million paragraphs or spaces in a cell are cut to what a cell may hold', async () => {
  const cells = ['<text:p/>', '<text:p><text:s/></text:p>', `<text:p>x${'<text:s/>'.repeat(60_000)}</text:p>`].map(
    (paragraph) =>
      `<table:table-cell office:value-type="string">${paragraph.repeat(paragraph.length < 50 ? 50_000 : 1)}</table:table-cell>`,
  )
  const { lines } = await read(document([{ name: 'Bomb', rows: head + row(cells.join('') + number(3)) }]))
  for (const cell of lines[1]!.split(';')) expect(cell.length).toBeLessThanOrEqual(32_767)
})

it('of a million sheets, only the first are read', async () => {
  async function* text() {
    for (let i = 0; i < 10; i++) yield '<table></table>'.repeat(1000)
  }
  let most = 0
  for await (const { at } of documentRows(text(), () => true)) most = Math.max(most, at)
  expect(most).toBe(999)
})

it.each<[string, () => Uint8Array, string]>([
  [
    'a text document',
    () => document([{ name: 'T', rows: head + head }], SPREADSHEET.replace('sheet', 'text')),
    'broken',
  ],
  ['a document without a table', () => document([{ name: 'Empty', rows: head + rest }]), 'broken'],
  ['a document without content', () => zipSync({ mimetype: strToU8(SPREADSHEET) }), 'broken'],
  [
    'an encrypted one',
    () => zipSync({ mimetype: strToU8(SPREADSHEET), 'content.xml': new Uint8Array(500).fill(200) }),
    'broken',
  ],
  [
    'a long text that is repeated',
    () => {
      const long = words('x'.repeat(30_000), 'table:number-columns-repeated="200"')
      return document([{ name: 'Bomb', rows: head + row(long, 'table:number-rows-repeated="1000000"') }])
    },
    'too large',
  ],
  [
    'what unpacks to too much',
    () => document([{ name: 'Bomb', rows: head + head + '<a/>'.repeat(2_000_000) }]),
    'too large',
  ],
])('%s is refused', async (_, bytes, reason) => {
  await expect(read(bytes())).rejects.toMatchObject({ reason })
})
