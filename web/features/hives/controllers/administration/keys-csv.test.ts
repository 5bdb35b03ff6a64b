import { expect, it } from 'vitest'
import { readControllerBatch } from '#domain/hives/controller-batch.ts'
import { keysCsv } from './keys-csv.ts'

const one = { id: 1, imei: '356938035643809', imsi: '228011234567890', name: 'Lager "A"; links', deviceKey: 'abc' }

it('is a table that can be read back', () => {
  const { rows, faults } = readControllerBatch(keysCsv([one]))
  expect(faults).toEqual([])
  expect(rows.map(({ body }) => body)).toEqual([{ imei: one.imei, imsi: one.imsi, name: one.name }])
})

it('contains no formulas', () => {
  expect(keysCsv([{ ...one, name: '=HYPERLINK("x")' }])).toContain(`;"'=HYPERLINK(""x"")";`)
})
