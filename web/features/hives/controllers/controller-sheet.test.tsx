import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Controller } from '#domain/hives/controller.ts'
import { sampleController } from '../../../../tests/support/samples/sample-controller.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { ControllerSheet } from './controller-sheet.tsx'

afterEach(() => vi.unstubAllGlobals())

test('changes somebody else saved while the form was open are not overwritten', async () => {
  const sent = vi.fn()
  vi.stubGlobal('fetch', async (_input: RequestInfo, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json([])
    sent(JSON.parse(String(init.body)))
    return Response.json({ message: 'Saved.', ...sampleController })
  })
  const client = createQueryClient()
  const sheetOf = (shown: Controller) => (
    <QueryClientProvider client={client}>
      <ControllerSheet open controller={shown} regions={[]} onClose={() => {}} />
    </QueryClientProvider>
  )
  const { rerender } = renderWithMessages(sheetOf(sampleController))
  rerender(sheetOf({ ...sampleController, name: 'Seeufer', updateInterval: 4 }))
  fireEvent.click(screen.getByRole('switch'))
  fireEvent.submit(document.forms[0]!)
  await vi.waitFor(() => expect(sent).toHaveBeenCalledWith({ signalFilter: true }))
})
