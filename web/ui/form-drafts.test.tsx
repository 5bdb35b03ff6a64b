import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Checkbox } from './checkbox.tsx'
import { Form } from './form.tsx'
import { draftsWait, forgetDrafts, giveDraftsBack, keepDrafts } from './form-drafts.ts'
import { renderWithMessages } from './render-with-messages.tsx'
import { Select } from './select.tsx'
import { PasswordField, TextField } from './text-field.tsx'

/** One field by itself, one that follows its state, and one that a choice brings. */
function ScaleForm({
  name = 'Hive 1',
  onSubmit = () => undefined,
}: {
  name?: string
  onSubmit?: (values: FormData) => void
}) {
  const [note, setNote] = useState('')
  const [kind, setKind] = useState('weight')
  return (
    <Form onSubmit={onSubmit} actions={<button type="submit">Save</button>}>
      <TextField name="name" label="Name" defaultValue={name} />
      <TextField label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
      <p>{`noted: ${note}`}</p>
      <Select
        name="kind"
        label="Kind"
        value={kind}
        onChange={(event) => setKind(event.target.value)}
        options={['weight', 'other'].map((value) => ({ value, label: value }))}
      />
      {kind === 'other' && <TextField name="which" label="Which" />}
      <Checkbox name="visible" label="Visible" defaultChecked />
      <PasswordField name="secret" autoComplete="off" label="Secret" />
    </Form>
  )
}

const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

/** Types into the form until the session ends and the page is left. */
function typeAndLose() {
  const { unmount } = renderWithMessages(<ScaleForm />)
  enter('Name', 'Waldrand')
  enter('Note', 'weak queen')
  enter('Kind', 'other')
  enter('Which', 'rain gauge')
  fireEvent.click(screen.getByLabelText('Visible'))
  enter('Secret', 'honey')
  keepDrafts(7)
  unmount()
}

afterEach(forgetDrafts)

it('what was typed comes back to the same person, in fields of every kind, but for secrets', async () => {
  typeAndLose()
  const onGiven = vi.fn()
  giveDraftsBack(7, onGiven)
  const onSubmit = vi.fn()
  renderWithMessages(<ScaleForm onSubmit={onSubmit} />)
  await waitFor(() => expect(onGiven).toHaveBeenCalledOnce())
  expect(field('Name').value).toBe('Waldrand')
  expect(screen.getByText('noted: weak queen')).toBeDefined()
  expect(field('Which').value).toBe('rain gauge')
  expect(field('Visible').checked).toBe(false)
  expect(field('Secret').value).toBe('')
  expect(draftsWait()).toBe(false)
})

it('nobody else gets it, not even the same person afterwards', () => {
  typeAndLose()
  giveDraftsBack(8, vi.fn())
  expect(draftsWait()).toBe(false)
  giveDraftsBack(7, vi.fn())
  renderWithMessages(<ScaleForm />)
  expect(field('Name').value).toBe('Hive 1')
})

it('a form about something else does not get it, and neither does one on another page', () => {
  typeAndLose()
  giveDraftsBack(7, vi.fn())
  renderWithMessages(<ScaleForm name="Hive 2" />)
  expect(field('Name').value).toBe('Hive 2')
  window.history.replaceState(null, '', '/elsewhere')
  const { unmount } = renderWithMessages(<ScaleForm />)
  unmount()
  window.history.replaceState(null, '', '/')
  expect(draftsWait()).toBe(true)
})

it('where nothing was typed, nothing waits', () => {
  renderWithMessages(<ScaleForm />)
  keepDrafts(7)
  expect(draftsWait()).toBe(false)
})
