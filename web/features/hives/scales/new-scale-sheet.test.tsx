import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { type FreePlace, NewScaleSheet } from './new-scale-sheet.tsx'

afterEach(() => vi.unstubAllGlobals())

test('after a lost answer, a new scale keeps its channel although that is now taken', async () => {
  const sent: { controllerId: number; channelId: number }[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    if (sent.length === 1) throw new TypeError('Failed to fetch')
    return Response.json({ message: 'Scale added.' })
  })
  const onClose = vi.fn()
  const client = createQueryClient()
  const sheet = (places: FreePlace[]) => (
    <QueryClientProvider client={client}>
      <NewScaleSheet spot={{ controllerId: 2, channel: 4 }} places={places} onClose={onClose} />
    </QueryClientProvider>
  )
  const other = { id: 1, name: 'Obstgarten', free: [3] }
  const { rerender } = renderWithMessages(sheet([other, { id: 2, name: 'Waldrand', free: [4, 5] }]))
  const add = () => fireEvent.click(screen.getByRole('button', { name: /^Add/ }))
  fireEvent.change(screen.getByLabelText('Scale'), { target: { value: 'Volk 4' } })
  add()
  await screen.findByRole('alert')
  rerender(sheet([other, { id: 2, name: 'Waldrand', free: [5] }]))
  rerender(sheet([other]))
  // so that the next press does not count as a double tap
  fireEvent.input(screen.getByLabelText('Scale'))
  add()
  await expect.poll(() => onClose).toHaveBeenCalledOnce()
  expect(sent[0]).toMatchObject({ controllerId: 2, channelId: 4 })
  expect(sent[1]).toEqual(sent[0])
})
