import { act, createEvent, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TextField } from '../fields/text-field.tsx'
import { renderWithMessages } from '../render-with-messages.tsx'
import { Form } from './form.tsx'

const onSubmit = vi.fn()
let refuse = () => {}
let now = 1000

/** A form that is refused once `refuse` has been called. */
function LinkForm() {
  const [fault, setFault] = useState('No name')
  refuse = () => act(() => setFault('No network'))
  const submit = (values: FormData) => {
    setFault('')
    onSubmit(values.get('name'))
  }
  return (
    <Form onSubmit={submit}>
      <TextField name="name" label="Name" />
      <p>{fault}</p>
    </Form>
  )
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame'] })
  onSubmit.mockReset()
  renderWithMessages(<LinkForm />)
})
afterEach(() => {
  vi.useRealTimers()
})

/** Presses again this many ms after the previous press. */
function pressAfter(ms: number): void {
  const form = document.forms[0]!
  now += ms
  fireEvent(form, Object.defineProperty(createEvent.submit(form), 'timeStamp', { value: now }))
}
const draw = () => void vi.runAllTimers()

it.each([0, 120, 499])('a second press after %s ms does not submit again', (ms) => {
  pressAfter(5000)
  pressAfter(0)
  draw()
  pressAfter(ms)
  expect(onSubmit).toHaveBeenCalledOnce()
})

it('a later press submits again', () => {
  pressAfter(5000)
  draw()
  pressAfter(500)
  expect(onSubmit).toHaveBeenCalledTimes(2)
})

it('a second attempt is submitted at once after something was entered or the first was refused', () => {
  pressAfter(5000)
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Hive 2' } })
  pressAfter(10)
  draw()
  refuse()
  pressAfter(10)
  expect(onSubmit.mock.calls).toEqual([[''], ['Hive 2'], ['Hive 2']])
})

it('a second attempt is submitted at once after a question about the first was declined', () => {
  pressAfter(5000)
  draw()
  fireEvent(document.forms[0]!, new Event('cancel'))
  pressAfter(10)
  expect(onSubmit).toHaveBeenCalledTimes(2)
})
