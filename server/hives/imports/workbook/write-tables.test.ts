import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeTables } from './write-tables.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-workbook-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (of: [id: string, type: string, target: string][]) =>
  `<?xml version="1.0"?><Relationships>${of
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt formatCode="0.0&quot;days&quot;" numFmtId="165"/></numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/><xf numFmtId="20"/></cellXfs></styleSheet>`
const strings = `<sst><si><t>Zeit</t></si><si><r><t>Ge</t></r><r><t xml:space="preserve">wicht &amp; "mehr"</t></r><rPh><t>X</t></rPh></si><si/><si><t>a;b_x000D_c&#10;d</t></si></sst>`

type Sheet = { name: string; rows: string; state?: string }

function workbook(sheets: Sheet[], { properties = '', others = {} as Record<string, Uint8Array> } = {}): Uint8Array {
  const text: Record<string, string> = {
    '_rels/.rels': relations([['r', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<x:workbook xmlns:x="m" xmlns:r="${types}"><!-- > --><x:workbookPr ${properties}/><x:sheets>${sheets
      .map(
        ({ name, state }, i) =>
          `<x:sheet name="${name}" sheetId="${i + 7}" r:id="s${i}" state="${state ?? 'visible'}"/>`,
      )
      .join('')}</x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, i): [string, string, string] => [`s${i}`, 'worksheet', `/xl/worksheets/sheet${i}.xml`]),
      ['a', 'styles', 'styles.xml'],
      ['b', 'sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/styles.xml': styles,
    'xl/sharedStrings.xml': strings,
  }
  for (const [i, { rows }] of sheets.entries()) {
    text[`xl/worksheets/sheet${i}.xml`] = `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  }
  const files = Object.entries(text).map(([name, content]) => [name, strToU8(content)] as const)
  return zipSync({ ...Object.fromEntries(files), ...others })
}

async function read(bytes: Uint8Array) {
  const [file, to] = [path.join(folder, 'book.xlsx'), path.join(folder, 'table')]
  writeFileSync(file, bytes)
  const { sheets, bytes: length } = await writeTables(file, to, 'Blatt', 5_000_000)
  const text = readFileSync(to, 'utf8')
  expect(length).toBe(Buffer.byteLength(text))
  return { sheets, lines: text.split('\n') }
}

const row = (at: number, cells: string) => `<row r="${at}">${cells}</row>`
const head = row(1, '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>')
const cell = (column: string, value: string | number, more = '') => `<c r="${column}2" ${more}><v>${value}</v></c>`

it('the cells of a sheet become the text that they show', async () => {
  const rows = [
    head,
    row(
      2,
      cell('A', 46152.4375, 's="1"') +
        cell('B', 43.199999999999996) +
        cell('D', 0.61, 's="3"') +
        cell('E', 0.5, 's="4"'),
    ),
    row(
      4,
      '<c r="A4" t="inlineStr"><is><t>10.05.2026</t></is></c><c r="B4" t="str"><f>A1&gt;2</f><v>43,2</v></c>' +
        '<c r="C4" t="e"><v>#N/A</v></c><c r="D4" t="s"><v>3</v></c><c r="E4" s="2"><v>1E-3</v></c><c r="ZZ4"><v>9</v></c>',
    ),
    '<row><c t="b"><v>1</v></c><c><v>-5</v></c><c/></row>',
  ]
  expect(await read(workbook([{ name: 'Linde', rows: rows.join('') }]))).toEqual({
    sheets: [],
    lines: [
      'Zeit;"Gewicht & ""mehr"""',
      '2026-05-10 10:30:00;43.2;;61%;12:00:00',
      '',
      '10.05.2026;43,2;;"a;b c d";0.001',
      '1;-5;;;',
      '',
    ],
  })
})

it('days count from 1904 where the workbook says so', async () => {
  const rows = head + row(2, cell('A', 44690.4375, 's="1"') + cell('B', 43))
  const { lines } = await read(workbook([{ name: 'Linde', rows }], { properties: 'date1904="1"' }))
  expect(lines[1]).toBe('2026-05-10 10:30:00;43')
})

it('the first sheet with a table is read, and named if there are others', async () => {
  const table = (weight: number) => head + row(2, cell('A', 46152, 's="1"') + cell('B', weight))
  const sheets = [
    { name: 'Secret', rows: table(1), state: 'hidden' },
    { name: 'Cover', rows: row(1, '<c r="A1" t="s"><v>0</v></c>') },
    { name: 'Völker &amp; mehr', rows: table(2) },
    {
      name: 'Other',
      rows: row(1, '<c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c>') + row(2, cell('A', 1) + cell('C', 2)),
    },
  ]
  const found = await read(workbook(sheets))
  expect([found.sheets, found.lines[1]]).toEqual([['Völker & mehr'], '2026-05-10 00:00:00;2'])
})

it('sheets with the same columns are one table, with the name of the sheet in each row', async () => {
  const titled = row(1, '<c r="A1" t="s"><v>3</v></c>')
  const below = row(3, '<c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c>')
  const values = (at: number, weight: number) =>
    row(at, `<c r="A${at}" s="1"><v>46152</v></c><c r="B${at}"><v>${weight}</v></c>`)
  const sheets = [
    { name: 'Linde', rows: titled + below + values(4, 40) + values(6, 41) },
    { name: 'Ahorn;', rows: titled + below + values(4, 31) },
    { name: 'Esche', rows: head + values(2, 22) },
  ]
  expect(await read(workbook(sheets))).toEqual({
    sheets: [],
    lines: [
      ';"a;b c d"',
      '',
      'Blatt;Zeit;"Gewicht & ""mehr"""',
      'Linde;2026-05-10 00:00:00;40',
      '',
      'Linde;2026-05-10 00:00:00;41',
      '"Ahorn;";2026-05-10 00:00:00;31',
      'Esche;2026-05-10 00:00:00;22',
      '',
    ],
  })
})

it('text of any length is read in pieces', async () => {
  const rows = Array.from({ length: 30_000 }, (_, i) =>
    row(i + 1, `<c t="inlineStr"><is><t>Bienenstöcke ${i} 🐝</t></is></c><c><v>${i / 8}</v></c>`),
  )
  const { lines } = await read(workbook([{ name: 'Long', rows: rows.join('\n') }]))
  expect(lines.slice(0, -1)).toEqual(rows.map((_, i) => `Bienenstöcke ${i} 🐝;${i / 8}`))
})

it('a stray cell in the last row of each sheet adds few lines', async () => {
  const stray = `${head}${row(2, cell('A', 46152, 's="1"') + cell('B', 4))}<row r="1048576"><c><v>1</v></c><c><v>2</v></c></row>`
  const sheets = Array.from({ length: 50 }, (_, i) => ({ name: `S${i}`, rows: stray }))
  const { lines } = await read(workbook(sheets))
  expect(lines.filter((line) => line === '')).toHaveLength(1001)
  expect(lines.filter((line) => /^S\d+;1;2$/.test(line))).toHaveLength(50)
})

it('a text that many cells refer to is cut to what a cell may hold', async () => {
  const long = `<sst><si>${`<r><t>${'x'.repeat(100_000)}</t></r>`.repeat(20)}</si></sst>`
  const cells = '<c t="s"><v>0</v></c>'.repeat(200)
  const inline = `<c t="inlineStr"><is>${`<t>${'y'.repeat(20_000)}</t>`.repeat(3)}</is></c><c><v>1</v></c>`
  const others = { 'xl/sharedStrings.xml': strToU8(long) }
  const { lines } = await read(workbook([{ name: 'Bomb', rows: row(1, cells) + row(2, inline) }], { others }))
  const [first, second] = lines.map((line) => line.split(';').map(({ length }) => length))
  expect([new Set(first), second!.slice(0, 3)]).toEqual([new Set([32_767]), [32_767, 1, 0]])
})

it.each<[string, () => Uint8Array, string]>([
  ['no workbook', () => zipSync({ 'word/document.xml': strToU8('<a/>') }), 'broken'],
  ['a workbook without a table', () => workbook([{ name: 'Empty', rows: head }]), 'broken'],
  ['cut off', () => workbook([{ name: 'Cut', rows: head }]).subarray(0, 400), 'broken'],
  ['tags that never end', () => workbook([{ name: 'Open', rows: `<row a="${'x'.repeat(400_000)}` }]), 'broken'],
  [
    'what unpacks to too much',
    () => workbook([{ name: 'Bomb', rows: head + row(2, cell('A', 1) + cell('B', 2)) + '<row/>'.repeat(1_000_000) }]),
    'too large',
  ],
  [
    'a long text in thousands of cells',
    () =>
      workbook([{ name: 'Bomb', rows: head + row(2, '<c t="s"><v>4</v></c>'.repeat(200)) }], {
        others: {
          'xl/sharedStrings.xml': strToU8(strings.replace('</sst>', `<si><t>${'x'.repeat(32_000)}</t></si></sst>`)),
        },
      }),
    'too large',
  ],
  [
    'rows below a very wide one',
    () =>
      workbook([
        {
          name: 'Bomb',
          rows: `${head}${row(2, cell('A', 1) + cell('B', 2))}<row><c r="GR3"><v>1</v></c></row>${'<row><c><v>1</v></c></row>'.repeat(50_000)}`,
        },
      ]),
    'too large',
  ],
  [
    'a bomb of texts',
    () =>
      workbook([{ name: 'Bomb', rows: head }], {
        others: { 'xl/sharedStrings.xml': strToU8(`<sst>${'<si/>'.repeat(1_000_001)}</sst>`) },
      }),
    'too large',
  ],
])('%s is refused', async (_, bytes, reason) => {
  await expect(read(bytes())).rejects.toMatchObject({ reason })
})
