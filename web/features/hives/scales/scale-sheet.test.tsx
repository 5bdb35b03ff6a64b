import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import type { ShownScale } from './pending-scales.ts'
import { ScaleSheet } from './scale-sheet.tsx'

const scale: ShownScale = {
  id: 5,
  controllerId: 2,
  channel: 1,
  name: 'Volk 5',
  type: 'weight',
  emptyWeight: 20,
  feedStock: 0,
  visible: true,
  isBrood: false,
  gain: 200,
  state: 'active',
  color: 0,
  temperatureCompensation: null,
  pending: false,
}

afterEach(() => vi.unstubAllGlobals())

test('changes made on another device while the form was open are kept', async () => {
  const answer = vi.fn().mockResolvedValue(new Response(JSON.stringify({ message: 'Saved.' })))
  vi.stubGlobal('fetch', answer)
  const client = createQueryClient()
  const sheet = (shown: ShownScale) => (
    <QueryClientProvider client={client}>
      <ScaleSheet scale={shown} beside={[]} free={[2]} mayEdit figures={null} onClose={() => {}} />
    </QueryClientProvider>
  )
  const { rerender } = renderWithMessages(sheet(scale))
  rerender(sheet({ ...scale, name: 'Buckfast', feedStock: 12 }))
  fireEvent.change(screen.getByLabelText(/^Empty weight/), { target: { value: '21.5' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => answer).toHaveBeenCalled()
  const [url, { body }] = answer.mock.calls[0] as [string, { body: string }]
  expect(url).toContain('/scale/5')
  expect(JSON.parse(body)).toEqual({ emptyWeight: 21.5 })
})

test('a tenfold weight is saved only after confirmation', async () => {
  const answer = vi.fn().mockResolvedValue(new Response(JSON.stringify({ message: 'Saved.' })))
  vi.stubGlobal('fetch', answer)
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <ScaleSheet scale={scale} beside={[]} free={[2]} mayEdit figures={null} onClose={() => {}} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText(/^Empty weight/), { target: { value: '205' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const question = screen.getByRole('alertdialog')
  expect(question.textContent).toMatch(/Empty weight: 20\skg → 205\skg/)
  expect(answer).not.toHaveBeenCalled()
  fireEvent.click(within(question).getByRole('button', { name: 'Save' }))
  await expect.poll(() => answer).toHaveBeenCalledOnce()
  const [, { body }] = answer.mock.calls[0] as [string, { body: string }]
  expect(JSON.parse(body)).toEqual({ emptyWeight: 205 })
})

test('choosing another color picks a dash that no other scale has', async () => {
  const answer = vi.fn().mockResolvedValue(new Response(JSON.stringify({ message: 'Saved.' })))
  vi.stubGlobal('fetch', answer)
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <ScaleSheet
        scale={{ ...scale, color: 12 }}
        beside={[{ color: 2, archived: false }]}
        free={[2]}
        mayEdit
        figures={null}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('radio', { name: 'Color 5' })).toHaveProperty('checked', true)
  fireEvent.click(screen.getByRole('radio', { name: 'Color 3' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => answer).toHaveBeenCalled()
  const [, { body }] = answer.mock.calls[0] as [string, { body: string }]
  expect(JSON.parse(body)).toEqual({ color: 10 })
})

test('a form that changes nothing says so', () => {
  const told = vi.spyOn(toast, 'success').mockReturnValue()
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <ScaleSheet scale={scale} beside={[]} free={[2]} mayEdit figures={null} onClose={() => {}} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(told).toHaveBeenCalledWith('Nothing was changed.')
  told.mockRestore()
})
