import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { queryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { ExportForm } from './export-form.tsx'

test.each(['Etc/GMT-1', '+00:00', 'Europe/Kyiv'])(
  'a zone that the browser does not list is the one shown: %s',
  (zone) => {
    const resolved = new Intl.DateTimeFormat().resolvedOptions()
    const here = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    here.mockReturnValue({ ...resolved, timeZone: zone })
    const listed = vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Kiev', 'Europe/Zurich'])
    onTestFinished(() => {
      here.mockRestore()
      listed.mockRestore()
    })
    renderWithMessages(
      <QueryClientProvider client={queryClient}>
        <ExportForm places={[]} busy={false} error={null} onSubmit={() => {}} />
      </QueryClientProvider>,
    )
    expect(screen.getByRole<HTMLSelectElement>('combobox', { hidden: true }).value).toBe(zone)
  },
)
