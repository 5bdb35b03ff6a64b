import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Finding } from '#domain/hives/doctor/device-doctor.ts'
import { createQueryClient } from '../../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../../ui/render-with-messages.tsx'
import { FindingPart } from './finding.tsx'

test('a problem that only a newer server knows says so once, and shows no code', () => {
  const finding = { code: 'solarPanelDirty', confidence: 0.9, values: {} } as unknown as Finding
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <FindingPart finding={finding} controller={{ id: 1, lastUpdate: null }} now={() => 0} />
    </QueryClientProvider>,
  )
  expect(screen.getAllByText(/Unknown here/)).toHaveLength(1)
  expect(document.body.textContent).not.toContain('solarPanelDirty')
  expect(vi.mocked(console.error)).toHaveBeenCalledOnce()
  vi.mocked(console.error).mockReset()
})
