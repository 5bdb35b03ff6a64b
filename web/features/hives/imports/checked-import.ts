import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { Import, ImportFindings, ImportMapping } from '#domain/hives/import.ts'

/** For tests: how a table of times and weights is read. */
export const weightMapping: ImportMapping = {
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

/** For tests: what a check found, besides what a test is about. */
export const foundInTable: ImportFindings = {
  rows: 9,
  readings: 4,
  duplicates: 5,
  rejected: 0,
  faults: [],
  scales: [],
}

/** For tests: a table that was checked and not stored yet. */
export const checkedImport = (changes: Partial<Import>): Import => ({
  id: 7,
  name: 'scales.csv',
  bytes: 20,
  encoding: 'utf-8',
  lines: ['Time;Weight;Hive', '10.05.2026;43,2;a'],
  createdAt: '2026-05-10T10:00:00.000Z',
  finishedAt: null,
  status: 'checked',
  progress: null,
  readings: 4,
  duplicates: 0,
  problem: null,
  mapping: weightMapping,
  findings: foundInTable,
  ...changes,
})

/** For tests: returns the mapping that a press of a button has checked, on a device without a network. */
export async function mappingSentBy(press: () => void): Promise<ImportMapping> {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'))
  try {
    press()
    await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
    await screen.findByRole('alert')
    return (JSON.parse(String(fetched.mock.calls[0]![1]?.body)) as { mapping: ImportMapping }).mapping
  } finally {
    fetched.mockRestore()
  }
}
