import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { renderWithMessages } from '../render-with-messages.tsx'
import { Form } from './form.tsx'
import { KeptValue } from './kept-value.tsx'
import { type Draft, forgetDrafts, kept, somethingIsTyped } from './shown-forms.ts'

const stored = new Map<string, Draft>()

function Drawing() {
  const [corners, setCorners] = useState('')
  return (
    <Form onSubmit={() => undefined}>
      <KeptValue name="shape" value={corners} onChange={setCorners} />
      <p>{`corners: ${corners}`}</p>
      <button type="button" onClick={() => setCorners(`${corners}x`)}>
        Draw
      </button>
      <button type="button" onClick={() => setCorners('')}>
        Clear
      </button>
    </Form>
  )
}

afterEach(() => {
  kept.store = undefined
  forgetDrafts()
  stored.clear()
})

it('counts as typed without a key, comes back, and no longer counts once it is undone', async () => {
  kept.store = {
    owner: 1,
    parts: () => import('./form-drafts.tsx'),
    find: async (id) => stored.get(id),
    keep: (id, draft) => void stored.set(id, draft),
    drop: (id) => void stored.delete(id),
  }
  const { unmount } = renderWithMessages(<Drawing />)
  expect(somethingIsTyped()).toBe(false)
  fireEvent.click(screen.getByText('Draw'))
  fireEvent.click(screen.getByText('Draw'))
  expect(somethingIsTyped()).toBe(true)
  await expect.poll(() => stored.size).toBe(1)
  unmount()

  renderWithMessages(<Drawing />)
  expect(await screen.findByText('corners: xx')).toBeTruthy()
  fireEvent.click(screen.getByText('Clear'))
  expect(somethingIsTyped()).toBe(false)
})
