import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Import, ImportFindings, ImportMapping } from '#domain/hives/import.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { checkedImport, foundInTable, mappingSentBy, weightMapping } from './checked-import.ts'
import { ImportSteps } from './import-steps.tsx'
import { suggestScales } from './scale-suggestions.ts'
import type { Target } from './target.ts'

const names = {
  column: 2,
  values: ['Hive 10', 'Hive 2', '', 'נחל', "'=Linde"].map((value, i) => ({ value, rows: 90 - i })),
  isComplete: true,
}

type Shown = {
  only?: ImportMapping['only']
  byName?: ImportMapping['names']
  names?: ImportFindings['names']
  scale?: string
  others?: Target[]
} & Partial<Pick<Import, 'status' | 'rowNames'>>

function show(changes: Shown = {}) {
  const { only, byName, scale = 'Linde', others = [], status = 'checked', rowNames } = changes
  const findings = { ...foundInTable, names: 'names' in changes ? changes.names : names }
  const opened = checkedImport({ status, rowNames, mapping: { ...weightMapping, only, names: byName }, findings })
  const targets = [{ id: 3, name: scale, place: 'Wald' }, ...others]
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <ImportSteps opened={opened} targets={targets} onClose={() => undefined} />
    </QueryClientProvider>,
  )
}

const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rows for Linde (Wald)' })

test('rows of several hives cannot be stored: one is chosen, by the column that names it', () => {
  show()
  expect(screen.queryByRole('button', { name: /^Store/ })).toBeNull()
  expect(screen.getByText(/the column “Hive” says whose they are/)).toBeTruthy()
  expect([...select().options].map(({ text }) => text)).toEqual([
    'Choose…',
    'Without a name: 88 rows',
    "\u2068'=Linde\u2069: 86 rows",
    '\u2068Hive 2\u2069: 89 rows',
    '\u2068Hive 10\u2069: 90 rows',
    '\u2068נחל\u2069: 87 rows',
    'All rows: they belong together',
  ])
  expect(select().value).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Check the file' }))
  expect(screen.getByText('Choose which rows to import.')).toBeTruthy()
  fireEvent.change(select(), { target: { value: 'all' } })
  expect(screen.queryByText('Choose which rows to import.')).toBeNull()
})

test.each([
  ['Hive 2', undefined, { column: 2, value: 'Hive 2' }],
  ['Without a name', [{ column: 4, value: 'a' }], { column: 2, value: '' }],
  ['All rows', [{ column: 4, value: 'a' }, { column: 2 }], { column: 2, value: null }],
] as const)('choosing %s checks the file again', async (label, before, sent) => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'))
  try {
    show(before && { only: [...before] })
    const option = [...select().options].find(({ text }) => text.includes(label))
    fireEvent.change(select(), { target: { value: option?.value } })
    fireEvent.click(screen.getByRole('button', { name: 'Check the file' }))
    await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
    const body = JSON.parse(String(fetched.mock.calls[0]![1]?.body)) as { mapping: ImportMapping }
    expect(body.mapping.only).toEqual([...(before ?? []).slice(0, 1), sent])
    await screen.findByRole('alert')
  } finally {
    fetched.mockRestore()
  }
})

test.each(['Hive 2', '=Linde'])('a name of an own export that is that of the scale is suggested: %s', (scale) => {
  show({ scale })
  const shown = screen.getByRole<HTMLSelectElement>('combobox', { name: `Rows for ${scale} (Wald)` })
  expect(shown.selectedOptions[0]?.text).toContain(scale)
})

test('a list that is not complete says so', () => {
  show({ names: { ...names, isComplete: false } })
  expect(screen.getByText('Only the 5 names with the most rows are listed.')).toBeTruthy()
})

test('an import that stored the rows of one hive says so', () => {
  show({ status: 'imported', rowNames: ['Hive 2', ''] })
  expect(screen.getByText('4 readings of scales.csv (\u2068Hive 2\u2069 and Without a name) stored')).toBeTruthy()
})

test('what was found says whose rows it is about', () => {
  show({ names: undefined, only: [{ column: 2, value: 'Hive 2' }] })
  expect(screen.getByText('Only rows with \u2068Hive 2\u2069 in the column “Hive”')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Store 4 readings' })).toBeTruthy()
})

const others = [
  { id: 4, name: 'hive 10', place: 'Wald' },
  { id: 5, name: 'Esche', place: 'See' },
]
const scaleOf = (name: RegExp) => screen.getByRole<HTMLSelectElement>('combobox', { name })
const checked = () => fireEvent.click(screen.getByRole('button', { name: 'Check the file' }))

test('with several scales, each name gets one, and all are checked together', async () => {
  show({ others, scale: '=Linde' })
  expect(scaleOf(/Hive 10/).value).toBe('4')
  expect(scaleOf(/Linde/).value).toBe('3')
  expect(scaleOf(/Hive 2/).value).toBe('')
  fireEvent.change(scaleOf(/Hive 2/), { target: { value: '5' } })
  fireEvent.change(scaleOf(/Linde/), { target: { value: '' } })
  const { names, only } = await mappingSentBy(checked)
  expect(only).toEqual([])
  expect(names).toEqual({
    columns: [2],
    rows: [
      { cells: ['Hive 2'], scaleId: 5 },
      { cells: ['Hive 10'], scaleId: 4 },
    ],
  })
})

test('two names for one scale are refused, and so is no name at all', () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'))
  try {
    show({ others })
    fireEvent.change(scaleOf(/Hive 2/), { target: { value: '4' } })
    checked()
    expect(screen.getAllByText(/Their rows would be mixed/)).toHaveLength(2)
    for (const name of [/Hive 2/, /Hive 10/, /Linde/]) fireEvent.change(scaleOf(name), { target: { value: '' } })
    expect(screen.queryByText(/Their rows would be mixed/)).toBeNull()
    expect(screen.getByText('Choose which rows to import.')).toBeTruthy()
    expect(fetched).not.toHaveBeenCalled()
  } finally {
    fetched.mockRestore()
  }
})

test('one name of several is still chosen for the scale of the columns', async () => {
  show({ others })
  fireEvent.change(scaleOf(/Rows to import/), { target: { value: '2' } })
  expect(screen.queryByRole('combobox', { name: /Hive 10/ })).toBeNull()
  const { only, names } = await mappingSentBy(checked)
  expect({ only, names }).toEqual({ only: [{ column: 2, value: 'Hive 2' }], names: undefined })
})

const byName = {
  columns: [1],
  rows: [
    { cells: ['Wald'], scaleId: 3 },
    { cells: ['See'], scaleId: 5 },
  ],
}
const fields = {
  column: 2,
  isComplete: true,
  values: ['Wald', 'See'].flatMap((of) => ['left', 'right'].map((value) => ({ value, rows: 8, of: [of] }))),
}

test.each(['left', 'each'])('names in a second column are asked about together with the first: %s', async (choice) => {
  show({ others, byName, names: fields })
  const select = scaleOf(/Rows to import/)
  expect(select.value).toBe('')
  expect([...select.options].map(({ text }) => text)).toContain('\u2068left\u2069: 16 rows')
  if (choice === 'left') {
    fireEvent.change(select, {
      target: { value: [...select.options].find(({ text }) => text.includes('left'))?.value },
    })
    expect(await mappingSentBy(checked)).toMatchObject({ names: byName, only: [{ column: 2, value: 'left' }] })
    return
  }
  fireEvent.change(select, { target: { value: 'each' } })
  fireEvent.change(scaleOf(/Wald.*left/), { target: { value: '3' } })
  fireEvent.change(scaleOf(/See.*right/), { target: { value: '5' } })
  expect((await mappingSentBy(checked)).names).toEqual({
    columns: [1, 2],
    rows: [
      { cells: ['See', 'right'], scaleId: 5 },
      { cells: ['Wald', 'left'], scaleId: 3 },
    ],
  })
})

test('what was chosen before the columns were changed is suggested', () => {
  expect(suggestScales(fields.values.slice(0, 1), others, byName)).toEqual([3])
  expect(suggestScales(fields.values, others, byName)).toEqual([undefined, undefined, undefined, undefined])
  const values = ['Wald', 'See'].map((value) => ({ value, rows: 8 }))
  expect(suggestScales(values, others, byName)).toEqual([3, 5])
  expect(suggestScales(values, others, undefined)).toEqual([undefined, undefined])
})

test('scales of the same name are told apart by their transmitter, or not suggested', () => {
  const targets = ['Wald', 'See'].map((place, i) => ({ id: 3 + i, name: 'Hive 1', place }))
  const both = ['See', 'Wald'].map((value) => ({ value, rows: 8, of: ['Hive 1'] }))
  expect(suggestScales(both, targets, undefined)).toEqual([4, 3])
  expect(suggestScales([{ value: 'Hive 1', rows: 8 }], targets, undefined)).toEqual([undefined])
  const twice = ['Hive 1', 'HIVE 1'].map((value) => ({ value, rows: 8 }))
  expect(suggestScales(twice, targets.slice(1), undefined)).toEqual([undefined, undefined])
})
