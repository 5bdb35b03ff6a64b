import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Button } from '../button.tsx'
import { TextField } from '../fields/text-field.tsx'
import { renderWithMessages } from '../render-with-messages.tsx'
import { Dialog } from './dialog.tsx'
import { Sheet } from './sheet.tsx'

function ask(props: Partial<Parameters<typeof Dialog>[0]>) {
  return (
    <Dialog open onClose={() => {}} title="Remove the scale?" confirm="Remove" onConfirm={() => {}} {...props}>
      Its readings go with it.
    </Dialog>
  )
}

it('confirms once, however often the button is pressed', () => {
  const confirmed = vi.fn()
  renderWithMessages(ask({ onConfirm: confirmed }))
  const button = screen.getByRole('button', { name: 'Remove' })
  fireEvent.click(button)
  fireEvent.click(button)
  expect(confirmed).toHaveBeenCalledOnce()
})

it('may be tried again after it failed', () => {
  const confirmed = vi.fn()
  const { rerender } = renderWithMessages(ask({ onConfirm: confirmed }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  rerender(ask({ onConfirm: confirmed, busy: true }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(confirmed).toHaveBeenCalledOnce()
  rerender(ask({ onConfirm: confirmed, error: 'No network. Try again.' }))
  expect(screen.getByRole('alert').textContent).toContain('No network')
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(confirmed).toHaveBeenCalledTimes(2)
})

it('can be confirmed again each time it opens', () => {
  const confirmed = vi.fn()
  const { rerender } = renderWithMessages(ask({ onConfirm: confirmed }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  rerender(ask({ onConfirm: confirmed, open: false }))
  expect(screen.queryByText('Remove the scale?')).toBeNull()
  rerender(ask({ onConfirm: confirmed, open: true }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(confirmed).toHaveBeenCalledTimes(2)
})

it('is labeled by its question, described by its content, and Escape means no', () => {
  const closed = vi.fn()
  renderWithMessages(ask({ onClose: closed }))
  const dialog = screen.getByRole('alertdialog', { name: 'Remove the scale?' })
  expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toContain('go with it')
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(closed).toHaveBeenCalledOnce()
})

it('stays open while it is busy, even if the browser closes it at the third Escape', () => {
  const { rerender } = renderWithMessages(ask({ busy: true }))
  const dialog = screen.getByRole<HTMLDialogElement>('alertdialog')
  dialog.close()
  dialog.dispatchEvent(new Event('close'))
  expect(dialog.open).toBe(true)
  rerender(ask({ open: false }))
  dialog.dispatchEvent(new Event('close'))
  expect(dialog.open).toBe(false)
})

it('a reopened sheet accepts a tap on the same button at once', () => {
  const saved = vi.fn()
  const sheet = (open: boolean) => (
    <Sheet open={open} gloved onClose={() => {}} title="Edit scale" footer={<Button onClick={saved}>Save</Button>}>
      <TextField label="Name" />
    </Sheet>
  )
  const { rerender } = renderWithMessages(sheet(true))
  const save = () => {
    const button = screen.getByRole('button', { name: 'Save' })
    fireEvent.pointerDown(button)
    fireEvent.click(button, { detail: 1 })
  }
  save()
  rerender(sheet(false))
  rerender(sheet(true))
  save()
  expect(saved).toHaveBeenCalledTimes(2)
})

it('a press outside closes a sheet, but not once something was entered', () => {
  const closed = vi.fn()
  renderWithMessages(
    <Sheet open onClose={closed} title="Edit scale">
      <TextField label="Name" />
    </Sheet>,
  )
  const sheet = screen.getByRole('dialog', { name: 'Edit scale' })
  fireEvent.pointerDown(screen.getByLabelText('Name'))
  expect(closed).not.toHaveBeenCalled()
  fireEvent.pointerDown(sheet)
  expect(closed).toHaveBeenCalledOnce()
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Lindenhof' } })
  fireEvent.pointerDown(sheet)
  expect(closed).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(closed).toHaveBeenCalledTimes(2)
})

it('is closed while it is still in the page, so that the browser gives the focus back', () => {
  const { unmount } = renderWithMessages(
    <Sheet open onClose={() => {}} title="Where it hung">
      In the pear tree.
    </Sheet>,
  )
  const sheet = screen.getByRole<HTMLDialogElement>('dialog')
  const inPage: boolean[] = []
  sheet.close = () => inPage.push(sheet.isConnected)
  unmount()
  expect(inPage).toEqual([true])
})
