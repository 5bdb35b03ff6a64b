import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { HowComputed } from './how-computed.tsx'
import { HowWords } from './how-words.tsx'

/** Opens or closes the details; the document fires the event as a browser does. */
function unfold(isOpen: boolean) {
  document.querySelector('details')!.open = isOpen
}

test('the text loads when opened, and again if loading failed', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('no network')).mockResolvedValue(HowWords)
  renderWithMessages(<HowComputed mode="activity" load={load} />)
  expect(load).not.toHaveBeenCalled()
  expect(document.querySelector('[data-loading]')).toBeNull()
  unfold(true)
  await screen.findByText(/^The server does not answer/)
  unfold(false)
  expect(load).toHaveBeenCalledTimes(1)
  unfold(true)
  await screen.findByText('The alarm rings at the dashed line.')
  expect(screen.queryByText(/^The server does not answer/)).toBeNull()
})
