import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { Toaster } from '../overlay/toaster.tsx'
import { renderWithMessages } from '../render-with-messages.tsx'
import { ShownOnce } from './shown-once.tsx'

// loading the toast stack for the first notice may take longer than a query waits for a notice
beforeAll(() => import('../overlay/toast-stack.tsx'))
afterEach(() => {
  vi.unstubAllGlobals()
})

const copyTo = (clipboard: unknown) => {
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: clipboard } }))
  renderWithMessages(
    <>
      <Toaster />
      <ShownOnce title="Copy it now" label="Key" secret="abc-123" />
    </>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
}

it('copies the key', async () => {
  const writeText = vi.fn().mockResolvedValue(undefined)
  copyTo({ writeText })
  expect(await screen.findByText('Copied.')).toBeDefined()
  expect(writeText).toHaveBeenCalledWith('abc-123')
})

it('says so if the browser does not allow it, as without an encrypted connection', async () => {
  copyTo(undefined)
  expect(await screen.findByText(/Copying was not possible/)).toBeDefined()
  expect(screen.queryByText('Copied.')).toBeNull()
})

function Maker() {
  const [secret, setSecret] = useState<string>()
  if (secret) return <ShownOnce title="Copy it now" label="Key" secret={secret} />
  return (
    <button type="button" onClick={() => setSecret('abc-123')}>
      Make a key
    </button>
  )
}

it('gets the focus if it replaces the button that made it', () => {
  renderWithMessages(<Maker />)
  const button = screen.getByRole('button', { name: 'Make a key' })
  button.focus()
  fireEvent.click(button)
  expect(document.activeElement?.textContent).toContain('Copy it now')
})
