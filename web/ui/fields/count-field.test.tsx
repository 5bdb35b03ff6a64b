import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Steps } from '../navigation/steps.tsx'
import { renderWithMessages } from '../render-with-messages.tsx'
import { ChoiceList } from './choice-list.tsx'
import { CountField } from './count-field.tsx'

function Cables({ max = 12 }: { max?: number }) {
  const [count, setCount] = useState(1)
  return <CountField label="Number" name="Cable" value={count} onChange={setCount} max={max} />
}

const field = () => screen.getByLabelText<HTMLInputElement>('Number')

/** Checks that a button does nothing any more and says so, but keeps the focus, which a disabled one loses. */
function expectEnd(name: string): void {
  const button = screen.getByRole<HTMLButtonElement>('button', { name })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.disabled).toBe(false)
  const before = field().value
  fireEvent.click(button)
  expect(field().value).toBe(before)
}

it('counts with its buttons, within its limits', () => {
  renderWithMessages(<Cables max={2} />)
  fireEvent.click(screen.getByRole('button', { name: 'More: Cable' }))
  expect(field().value).toBe('2')
  expectEnd('More: Cable')
  fireEvent.click(screen.getByRole('button', { name: 'Fewer: Cable' }))
  fireEvent.click(screen.getByRole('button', { name: 'Fewer: Cable' }))
  expect(field().value).toBe('0')
  expectEnd('Fewer: Cable')
})

it('accepts typing, and discards what is not a number', () => {
  renderWithMessages(<Cables />)
  fireEvent.change(field(), { target: { value: '7' } })
  fireEvent.change(field(), { target: { value: '' } })
  expect(field().value).toBe('')
  fireEvent.blur(field())
  expect(field().value).toBe('7')
  fireEvent.change(field(), { target: { value: '-3' } })
  fireEvent.blur(field())
  expect(field().value).toBe('7')
  fireEvent.change(field(), { target: { value: '99' } })
  expect(field().value).toBe('12')
})

it('chooses one of a list, and reports an error if none is chosen', () => {
  function Ways() {
    const [way, setWay] = useState<'card' | 'bill'>()
    const choices = [
      { value: 'card', label: 'Card', hint: 'At once' },
      { value: 'bill', label: 'Bill', note: 'CHF 5' },
    ] as const
    return <ChoiceList label="Way" choices={choices} value={way} onChange={setWay} error={!way && 'Choose one.'} />
  }
  renderWithMessages(<Ways />)
  const group = screen.getByRole('group', { name: 'Way' })
  expect(group.getAttribute('aria-describedby')).toBe(screen.getByText('Choose one.').id)
  fireEvent.click(screen.getByRole('radio', { name: 'Card' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Card' }).checked).toBe(true)
  expect(screen.queryByText('Choose one.')).toBeNull()
})

const steps = [
  { id: 'scales', label: 'Scales', done: true, link: (words: React.ReactNode) => <a href="#scales">{words}</a> },
  { id: 'address', label: 'Address' },
]

it('shows the steps and the current one', () => {
  renderWithMessages(<Steps label="Steps" steps={steps} current="address" />)
  expect(screen.getByRole('link', { name: 'Scales' })).toBeTruthy()
  expect(screen.getByText('Address').closest('li')?.getAttribute('aria-current')).toBe('step')
})

it('on a phone, says which step it is', () => {
  renderWithMessages(<Steps label="Steps" steps={steps} current="address" />, { phone: true })
  expect(screen.getByText('Step 2 of 2: Address')).toBeTruthy()
})
