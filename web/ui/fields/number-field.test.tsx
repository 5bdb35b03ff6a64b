import messages from 'virtual:messages/de'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { IntlProvider } from '../../i18n/intl.tsx'
import { Button } from '../button.tsx'
import { Form } from '../form/form.tsx'
import { renderWithMessages } from '../render-with-messages.tsx'
import { NumberField } from './number-field.tsx'

/** Renders a form in German; what it submits is in `sent`. */
function inGerman(field: Partial<Parameters<typeof NumberField>[0]> = {}) {
  const sent = vi.fn()
  render(
    <IntlProvider locale="de" messages={messages}>
      <Form onSubmit={(values) => sent(values.get('kg'))} actions={<Button type="submit">Speichern</Button>}>
        <NumberField label="Leergewicht" name="kg" defaultValue={17.25} {...field} />
      </Form>
    </IntlProvider>,
  )
  const input = screen.getByLabelText<HTMLInputElement>('Leergewicht')
  return {
    sent,
    input,
    type: (text: string) => fireEvent.change(input, { target: { value: text } }),
    leave: () => fireEvent.blur(input),
    save: () => fireEvent.click(screen.getByRole('button', { name: 'Speichern' })),
  }
}

it('shows a number as the language of the app writes it', () => {
  expect(inGerman().input.value).toBe('17,25')
})

it.each([
  ['18,4', '18.4', '18,4'],
  ['18.4', '18.4', '18,4'],
  ['1’234,5', '1234.5', '1234,5'],
  ['1.234', '1234', '1234'],
  ['', '', ''],
])('reads %j in the language of the app, and shows how on blur', (typed, value, shown) => {
  const { sent, input, type, leave, save } = inGerman()
  type(typed)
  expect(input.value).toBe(typed)
  leave()
  expect(input.value).toBe(shown)
  save()
  expect(sent.mock.calls).toEqual([[value]])
})

it('blocks the form while it contains no number, and says so on blur', () => {
  const { sent, input, type, leave, save } = inGerman()
  type('18,4,2')
  expect(input.getAttribute('aria-invalid')).toBeNull()
  leave()
  expect(input.value).toBe('18,4,2')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(input.getAttribute('aria-describedby')!)?.textContent).toContain('18,4')
  save()
  expect(sent).not.toHaveBeenCalled()
  type('18,4')
  save()
  expect(sent.mock.calls).toEqual([['18.4']])
})

it('says what is wrong as soon as Enter is pressed', () => {
  const { input, type } = inGerman()
  type('x')
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

it('shows what its owner sets, no matter what was typed before', () => {
  function Place() {
    const [latitude, set] = useState('46.9')
    return (
      <>
        <NumberField label="Latitude" value={latitude} onChange={set} />
        <Button onClick={() => set('47.5')}>Here</Button>
        <output>{latitude}</output>
      </>
    )
  }
  renderWithMessages(<Place />)
  const input = screen.getByLabelText<HTMLInputElement>('Latitude')
  fireEvent.change(input, { target: { value: '46,' } })
  expect([input.value, screen.getByRole('status').textContent]).toEqual(['46,', '46'])
  fireEvent.change(input, { target: { value: '46,x' } })
  expect(screen.getByRole('status').textContent).toBe('NaN')
  fireEvent.click(screen.getByRole('button', { name: 'Here' }))
  expect(input.value).toBe('47.5')
})
