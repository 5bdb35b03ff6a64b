import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Analysis } from '#domain/insight/analysis.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { AnalysisScreen } from './analysis-screen.tsx'

const analysis = { year: 2026, years: [2024, 2025, 2026], scales: [] } as Partial<Analysis> as Analysis
const screenOf = (year: number | undefined, found: Analysis | undefined) => (
  <AnalysisScreen search={{ year }} onSearch={() => {}} analysis={found}>
    {null}
  </AnalysisScreen>
)

test('the years stay available while the chosen one is loading or fails', () => {
  const { rerender } = renderWithMessages(screenOf(undefined, analysis))
  const years = screen.getByRole<HTMLSelectElement>('combobox')
  expect(years.value).toBe('2026')
  rerender(screenOf(2025, undefined))
  expect(screen.getByRole('combobox')).toBe(years)
  expect(years.value).toBe('2025')
})
