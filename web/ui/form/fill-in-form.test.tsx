import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { NumberField } from '../fields/number-field.tsx'
import { SegmentedControl } from '../fields/segmented-control.tsx'
import { Select } from '../fields/select.tsx'
import { TextArea, TextField } from '../fields/text-field.tsx'
import { renderWithMessages } from '../render-with-messages.tsx'
import { fillInForm } from './fill-in-form.ts'
import { Form } from './form.tsx'
import { valuesOf } from './shown-forms.ts'

const form = () => screen.getByRole<HTMLFormElement>('form')

test('fields that are never part of a draft, such as a code, can still be filled in', async () => {
  const onSubmit = vi.fn()
  renderWithMessages(
    <Form aria-label="claim" onSubmit={onSubmit}>
      <TextField name="claimCode" label="Code" />
      <TextField name="imei" label="IMEI" />
    </Form>,
  )
  await fillInForm(form(), { 'claimCode#0': 'ABCD', 'imei#0': '356' })
  expect([...new FormData(form()).values()]).toEqual(['ABCD', '356'])
  expect(valuesOf(form())).toEqual({ 'imei#0': '356' })
})

test('options and numbers are found by their own names, wherever they stand, and shown text is no input', () => {
  renderWithMessages(
    <Form aria-label="cells" onSubmit={() => undefined}>
      <SegmentedControl
        label="Load cells"
        segments={['1', '2'].map((value) => ({ value, label: value }))}
        value="2"
        onChange={() => undefined}
      />
      <NumberField name="latitude" label="Latitude" defaultValue={46.9} />
      <TextArea label="Preview" readOnly value="12 kg" />
    </Form>,
  )
  expect(valuesOf(form())).toEqual({ '1#0': false, '2#0': true, 'latitude#0': '46.9' })
})

/** A list of clubs arrives after the form, together with a field. */
function Late() {
  const [isLoaded, load] = useState(false)
  const [club, join] = useState('1')
  return (
    <Form aria-label="user" onSubmit={() => undefined}>
      <Select
        name="club"
        label="Club"
        value={club}
        onChange={({ target }) => join(target.value)}
        options={['1', ...(isLoaded ? ['2', '3'] : [])].map((value) => ({ value, label: value }))}
      />
      {isLoaded && <TextField name="region" label="Region" />}
      <button type="button" onClick={() => load(true)}>
        Load
      </button>
    </Form>
  )
}

test('a choice whose list is still loading stays as it is until the list is there', async () => {
  renderWithMessages(<Late />)
  await fillInForm(form(), { 'club#0': '3', 'region#0': 'Jura' })
  expect(valuesOf(form())).toEqual({ 'club#0': '1' })
  fireEvent.click(screen.getByRole('button', { name: 'Load' }))
  await expect.poll(() => valuesOf(form())).toEqual({ 'club#0': '3', 'region#0': 'Jura' })
})
