import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderWithMessages } from './render-with-messages.tsx'
import { Toaster, toast } from './toaster.tsx'

it('shows at most three, takes the oldest away and runs an undo', async () => {
  renderWithMessages(<Toaster />)
  const undone = vi.fn()
  act(() => {
    for (const word of ['first', 'second', 'third']) toast.success(word)
    toast.error('fourth', { action: { label: 'Take it back', onPress: undone } })
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Take it back' }))
  expect(undone).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(screen.queryByText('first')).toBeNull())
  expect(screen.getByText('third')).toBeTruthy()
})
