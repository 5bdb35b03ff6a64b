import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Button } from '../button.tsx'
import { Form } from '../form/form.tsx'
import { renderWithMessages } from '../render-with-messages.tsx'
import { CodeEditor } from './code-editor.tsx'
import { DateRange } from './date-range.tsx'
import { FileDrop } from './file-drop.tsx'
import { NumberField } from './number-field.tsx'
import { PasswordField, TextField } from './text-field.tsx'

function description(element: HTMLElement): string {
  return (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent ?? `no element ${id}`)
    .join(' | ')
}

it('describes a control by its hint and its error and marks it invalid', () => {
  const { rerender } = renderWithMessages(<TextField label="Name" hint="As you call it." />)
  const input = screen.getByLabelText('Name')
  expect(description(input)).toBe('As you call it.')
  expect(input.getAttribute('aria-invalid')).toBeNull()
  rerender(<TextField label="Name" hint="As you call it." error="Enter a name." />)
  expect(description(input)).toBe('As you call it. | Enter a name.')
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

it('announces the unit with a number', () => {
  renderWithMessages(<NumberField label="Empty weight" unit="kg" hint="Without bees." />)
  expect(description(screen.getByLabelText('Empty weight'))).toBe('kg | Without bees.')
})

it('shows and hides a password without losing it', () => {
  renderWithMessages(<PasswordField label="Password" defaultValue="honey" />)
  const input = screen.getByLabelText<HTMLInputElement>('Password')
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect([input.type, input.value]).toEqual(['text', 'honey'])
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(input.type).toBe('password')
})

it('hands over the values of a form, but not while its button is busy', () => {
  const sent = vi.fn()
  const form = (busy: boolean) => (
    <Form
      onSubmit={(values) => sent(values.get('name'))}
      actions={
        <Button type="submit" busy={busy}>
          Save
        </Button>
      }
    >
      <TextField label="Name" name="name" defaultValue="Lindenhof" />
    </Form>
  )
  const { rerender } = renderWithMessages(form(true))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).not.toHaveBeenCalled()
  rerender(form(false))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent.mock.calls).toEqual([['Lindenhof']])
})

it('does not report a reversed range of days and says why', () => {
  const changed = vi.fn()
  renderWithMessages(<DateRange label="Span" value={{ from: '2026-04-01', to: '2026-04-30' }} onChange={changed} />)
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-05-10' } })
  expect(changed).not.toHaveBeenCalled()
  expect(description(screen.getByLabelText('To'))).toContain('before the beginning')
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-05-20' } })
  expect(changed.mock.calls).toEqual([[{ from: '2026-05-10', to: '2026-05-20' }]])
})

it('blocks a form while a day is missing', () => {
  const sent = vi.fn()
  renderWithMessages(
    <Form onSubmit={() => sent()} actions={<Button type="submit">Save</Button>}>
      <DateRange label="Span" value={{ from: '2026-04-01', to: '2026-04-30' }} onChange={() => {}} />
    </Form>,
  )
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).not.toHaveBeenCalled()
  expect(description(screen.getByLabelText('From'))).toContain('Choose a day.')
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-04-02' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).toHaveBeenCalledOnce()
})

it('refuses a dropped file of another type or too large', () => {
  const taken = vi.fn()
  renderWithMessages(<FileDrop label="Firmware" accept=".bin" maxBytes={4} onFiles={taken} />)
  const input = screen.getByLabelText('Firmware')
  const choose = (file: File) => {
    Object.defineProperty(input, 'files', { value: [file], configurable: true })
    fireEvent.change(input)
  }
  const setValue = vi.spyOn(input as HTMLInputElement, 'value', 'set').mockImplementation(() => {})
  choose(new File(['a'], 'a.txt'))
  expect(description(input)).toContain('wrong type')
  choose(new File(['abcdef'], 'a.bin'))
  expect(description(input)).toContain('larger than')
  expect(taken).not.toHaveBeenCalled()
  choose(new File(['ab'], 'a.bin'))
  expect(taken).toHaveBeenCalledOnce()
  expect(description(input)).toBe('')
  setValue.mockRestore()
})

it('goes to the line of an error', () => {
  // jsdom has no scrollIntoView
  Element.prototype.scrollIntoView = vi.fn()
  renderWithMessages(
    <CodeEditor
      label="Configuration"
      value={'a: 1\nb: x\nc: 3'}
      onChange={() => {}}
      errors={[{ line: 2, message: 'not a number' }]}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Line 2: not a number' }))
  const text = screen.getByLabelText<HTMLTextAreaElement>('Configuration')
  expect(text.value.slice(text.selectionStart, text.selectionEnd)).toBe('b: x')
  expect(vi.mocked(Element.prototype.scrollIntoView).mock.contexts).toEqual([screen.getByText('2')])
})
