import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Import, ImportFindings, ImportMapping } from '#domain/hives/import.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { ImportSteps } from './import-steps.tsx'

const mapping: ImportMapping = {
  separator: ';',
  hasHeader: true,
  decimal: ',',
  dateOrder: 'dmy',
  zone: 'UTC',
  timeColumn: 0,
  clockColumn: null,
  unit: 'kg',
  temperatureUnit: 'C',
  columns: [{ column: 1, scaleId: 3, quantity: 'weight' }],
}
const names = {
  column: 2,
  values: ['Hive 10', 'Hive 2', '', 'נחל', "'=Linde"].map((value, i) => ({ value, rows: 90 - i })),
  isComplete: true,
}

function show(
  changes: { only?: ImportMapping['only']; names?: ImportFindings['names']; scale?: string } & Partial<
    Pick<Import, 'status' | 'rowNames'>
  > = {},
) {
  const file = {
    id: 7,
    name: 'scales.csv',
    bytes: 20,
    encoding: 'utf-8',
    lines: ['Time;Weight;Hive', '10.05.2026;43,2;a'],
  }
  const times = { createdAt: '2026-05-10T10:00:00.000Z', finishedAt: null }
  const counts = { progress: null, readings: 4, duplicates: 0, problem: null }
  const { only, scale = 'Linde', status = 'checked', rowNames } = changes
  const found = { rows: 9, readings: 4, duplicates: 5, rejected: 0, faults: [], scales: [] }
  const findings = { ...found, names: 'names' in changes ? changes.names : names }
  const opened: Import = { ...file, ...times, ...counts, status, rowNames, mapping: { ...mapping, only }, findings }
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <ImportSteps opened={opened} targets={[{ id: 3, name: scale, place: 'Wald' }]} onClose={() => undefined} />
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
