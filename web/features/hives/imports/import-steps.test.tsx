import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Import, ImportFindings, ImportProblem } from '#domain/hives/import.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { ImportSteps } from './import-steps.tsx'

function showFailed(problem: ImportProblem, findings: ImportFindings | null) {
  const file = { id: 7, name: 'scales.csv', bytes: 20, encoding: 'utf-8', lines: ['Time;Weight', '10.05.2026;43,2'] }
  const times = { createdAt: '2026-05-10T10:00:00.000Z', finishedAt: null }
  const counts = { progress: null, readings: 0, duplicates: 0 }
  const opened: Import = { ...file, ...times, ...counts, status: 'failed', problem, mapping: null, findings }
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <ImportSteps opened={opened} targets={[{ id: 1, name: 'Hive 1', place: 'Linden' }]} onClose={() => undefined} />
    </QueryClientProvider>,
  )
}

const nothing: ImportFindings = { rows: 0, readings: 0, duplicates: 0, rejected: 0, faults: [], scales: [] }

test.each(['interrupted', 'day_damaged'] as const)(
  'a check that failed says that nothing was stored: %s',
  (problem) => {
    showFailed(problem, null)
    expect(screen.getByText(/Nothing was stored\./)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Check the file' })).toBeTruthy()
  },
)

test('an import whose transmitter went to somebody else says so, and cannot be continued', () => {
  showFailed('given_away', nothing)
  expect(screen.getByText(/no longer yours/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})

test('storing that failed says that what was stored stays', () => {
  showFailed('interrupted', nothing)
  expect(screen.getByText(/What was stored so far stays\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy()
})

test('an undo that left damaged days cannot be continued as an import', () => {
  showFailed('undo_day_damaged', nothing)
  expect(screen.getByText(/undo the import again/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})

test('a zone that the browser does not list can be chosen again after another one', () => {
  const resolved = new Intl.DateTimeFormat().resolvedOptions()
  const here = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  here.mockReturnValue({ ...resolved, timeZone: 'Europe/Kyiv' })
  const listed = vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Kiev', 'Europe/Zurich'])
  onTestFinished(() => {
    here.mockRestore()
    listed.mockRestore()
  })
  showFailed('interrupted', null)
  const zone = screen.getByRole<HTMLSelectElement>('combobox', { name: /^Time zone/ })
  const listsIt = () => [...zone.options].some(({ value }) => value === 'Europe/Kyiv')
  expect(zone.value).toBe('Europe/Kyiv')
  fireEvent.change(zone, { target: { value: 'Europe/Zurich' } })
  expect(zone.value).toBe('Europe/Zurich')
  expect(listsIt()).toBe(true)
})
