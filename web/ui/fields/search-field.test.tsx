import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderWithMessages } from '../render-with-messages.tsx'
import { SearchField } from './search-field.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const field = () => screen.getByLabelText<HTMLInputElement>('Search')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const pause = (ms = 1000) => act(() => vi.advanceTimersByTime(ms))

/** A screen with a search and another filter whose results take a while to appear. */
function Screen({ lag = 0 }: { lag?: number }) {
  const [search, setSearch] = useState({ q: '', state: 'any' })
  return (
    <form>
      <SearchField
        label="Search"
        value={search.q}
        onSearch={(q) => {
          const next = { ...search, q }
          setTimeout(() => setSearch(next), lag)
        }}
      />
      <button type="button" onClick={() => setSearch({ ...search, state: 'open' })}>
        Open ones
      </button>
      <button type="button" onClick={() => setSearch({ q: '', state: 'any' })}>
        Show all
      </button>
      <output>{`${search.q}, ${search.state}`}</output>
    </form>
  )
}
const shown = () => screen.getByRole('status').textContent

it('searches once typing has stopped, together with what else was chosen by then', () => {
  renderWithMessages(<Screen />)
  type('hon')
  type('honey ')
  expect(shown()).toBe(', any')
  fireEvent.click(screen.getByText('Open ones'))
  pause()
  expect(shown()).toBe('honey, open')
  expect(field().value).toBe('honey ')
})

it('shows a search that comes from elsewhere, and discards what was typed', () => {
  renderWithMessages(<Screen />)
  type('honey')
  pause()
  fireEvent.click(screen.getByText('Show all'))
  pause()
  expect(field().value).toBe('')
  expect(shown()).toBe(', any')
})

it('keeps what is typed while the previous search is still running', () => {
  renderWithMessages(<Screen lag={400} />)
  type('ho')
  pause(300)
  type('honey')
  pause(300)
  expect(field().value).toBe('honey')
  pause()
  expect(field().value).toBe('honey')
  expect(shown()).toBe('honey, any')
})

it('does not submit the form around it', () => {
  renderWithMessages(<Screen />)
  expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(false)
  expect(fireEvent.keyDown(field(), { key: 'a' })).toBe(true)
})
