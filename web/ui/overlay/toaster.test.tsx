import { act, fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { renderWithMessages } from '../render-with-messages.tsx'
import { Dialog } from './dialog.tsx'
import { Sheet } from './sheet.tsx'
import { stackParts, Toaster, toast } from './toaster.tsx'

// loading the toast stack for the first notice may take longer than a query waits for a notice
beforeAll(() => import('./toast-stack.tsx'))

it('shows at most three, removes the oldest and runs an undo', async () => {
  renderWithMessages(<Toaster />)
  const undone = vi.fn()
  act(() => {
    for (const word of ['first', 'second', 'third']) toast.success(word)
    toast.error('fourth', { action: { label: 'Take it back', onPress: undone } })
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Take it back' }))
  expect(undone).toHaveBeenCalledOnce()
  await expect.poll(() => screen.queryByText('first')).toBeNull()
  expect(screen.getByText('third')).toBeTruthy()
})

it('removes only what is no longer true', async () => {
  renderWithMessages(<Toaster />)
  act(() => {
    for (const word of ['Kept here', 'Kept here', 'Saved']) toast.success(word)
  })
  await expect.poll(() => screen.queryAllByText('Kept here')).toHaveLength(2)
  act(() => toast.over('Kept here'))
  await expect.poll(() => screen.queryByText('Kept here')).toBeNull()
  expect(screen.getByText('Saved')).toBeTruthy()
  act(() => toast.over('Kept here'))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(screen.getByText('Saved')).toBeTruthy()
  act(() => toast.success('Kept here'))
  expect(await screen.findByText('Kept here')).toBeTruthy()
})

it('shows messages in the sheet that is open over the app, and keeps them when that closes', async () => {
  const screens = (sheet: boolean, question: boolean) => (
    <>
      <Sheet open={sheet} onClose={() => {}} title="Key">
        {''}
      </Sheet>
      {question && (
        <Dialog open onClose={() => {}} title="Sure?" confirm="Yes" onConfirm={() => {}}>
          Really?
        </Dialog>
      )}
      <Toaster />
    </>
  )
  const { rerender } = renderWithMessages(screens(true, false))
  act(() => toast.success('Copied'))
  const words = await screen.findByText('Copied')
  expect(words.closest('dialog')?.textContent).toContain('Key')
  rerender(screens(true, true))
  expect(words.closest('dialog')?.textContent, 'a question keeps its buttons free').toContain('Key')
  rerender(screens(true, false))
  expect(words.closest('dialog')?.textContent).toContain('Key')
  rerender(screens(false, false))
  expect(words.isConnected).toBe(true)
  expect(words.closest('dialog')).toBeNull()
})

it('drops what it could not show because its code did not arrive, and shows what comes later', async () => {
  const { load } = stackParts
  stackParts.load = async () => Promise.reject(new TypeError('Failed to fetch'))
  toast.error('No network')
  await new Promise((resolve) => setTimeout(resolve))
  stackParts.load = load
  renderWithMessages(<Toaster />)
  act(() => toast.success('Saved'))
  await screen.findByText('Saved')
  expect(screen.queryByText('No network')).toBeNull()
})
