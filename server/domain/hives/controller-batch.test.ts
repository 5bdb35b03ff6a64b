import { expect, it } from 'vitest'
import { CONTROLLERS_AT_ONCE } from './administered-controller.ts'
import { readControllerBatch } from './controller-batch.ts'

const [A, B, S] = ['356938035643809', '356938035643810', '228011234567890']

it.each([
  ['without a header', `${A},${S}\n${B},${S}`],
  ['with one, in another order', `imsi;IMEI\r\n${S};${A}\r\n${S};${B}\r\n`],
  ['from a spreadsheet', `\ufeffimei\timsi\tcolour\n${A}\t${S}\tblue\n\n${B}\t${S}\t`],
  ['in quotes', `"${A}"|"${S}"\n"${B}"|"${S}"`],
])('reads a table %s', (_, text) => {
  const { rows, faults } = readControllerBatch(text)
  expect(faults).toEqual([])
  expect(rows.map(({ body }) => body)).toEqual([
    { imei: A, imsi: S },
    { imei: B, imsi: S },
  ])
})

it('reads names and numbers', () => {
  expect(readControllerBatch(`${A};${S};Lager 1;+41790000000`).rows).toEqual([
    { line: 1, body: { imei: A, imsi: S, name: 'Lager 1', msisdn: '+41790000000' } },
  ])
})

it('reports every fault with its line', () => {
  const text = `imei,imsi,name,msisdn\n123,456\n${A},${S}\n\n${A},${S},${'x'.repeat(81)},abc\n${A},${S}`
  expect(readControllerBatch(text).faults).toEqual([
    { line: 2, fault: 'imei' },
    { line: 2, fault: 'imsi' },
    { line: 5, fault: 'name' },
    { line: 5, fault: 'msisdn' },
    { line: 6, fault: 'duplicate', firstLine: 3 },
  ])
})

it('accepts no more than can be registered at once', () => {
  const line = (_: unknown, index: number) => `${String(index).padStart(15, '0')},${S}`
  const { faults } = readControllerBatch(Array.from({ length: CONTROLLERS_AT_ONCE + 1 }, line).join('\n'))
  expect(faults).toEqual([{ line: CONTROLLERS_AT_ONCE + 1, fault: 'tooMany' }])
})

it('finds nothing in an empty table', () => {
  expect(readControllerBatch(' \n')).toEqual({ rows: [], faults: [] })
})
