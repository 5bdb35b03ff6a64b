import { fireEvent, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { useKeptRow } from './use-kept-row.ts'

/** Rows that disappear when pressed, plus one that cannot be pressed. */
function Rows({ of }: { of: readonly string[] }) {
  const [rows, show] = useState(of)
  const list = useRef<HTMLUListElement>(null)
  useKeptRow(list, 'li', rows.length)
  return (
    <ul ref={list} tabIndex={-1}>
      {rows.map((name) => (
        <li key={name}>
          {name.startsWith('visit') ? (
            name
          ) : (
            <>
              <button type="button">{`Change ${name}`}</button>
              <button type="button" onClick={() => show(rows.filter((row) => row !== name))}>
                {`Remove ${name}`}
              </button>
            </>
          )}
        </li>
      ))}
      <button type="button" onClick={() => show(rows.slice(1))}>
        Forget the first
      </button>
    </ul>
  )
}

const press = (name: string) => {
  screen.getByText(name).focus()
  fireEvent.click(screen.getByText(name))
}
const focused = () => document.activeElement?.textContent

it('moves on to the next row, else to the previous one, else to the list', () => {
  render(<Rows of={['a', 'b', 'visit', 'c']} />)
  press('Remove a')
  expect(focused()).toBe('Change b')
  press('Remove b')
  expect(focused()).toBe('Change c')
  press('Remove c')
  expect(document.activeElement).toBe(screen.getByRole('list'))
})

it('moves back to the row before the last', () => {
  render(<Rows of={['a', 'visit', 'b']} />)
  press('Remove b')
  expect(focused()).toBe('Change a')
})

it('leaves the focus alone if it is elsewhere', () => {
  render(<Rows of={['a', 'b']} />)
  press('Forget the first')
  expect(focused()).toBe('Forget the first')
})
