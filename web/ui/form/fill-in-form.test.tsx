import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TextField } from '../fields/text-field.tsx'
import { renderWithMessages } from '../render-with-messages.tsx'
import { fillInForm } from './fill-in-form.ts'
import { Form } from './form.tsx'
import { valuesOf } from './shown-forms.ts'

test('fields that are never part of a draft, such as a code, can still be filled in', async () => {
  const onSubmit = vi.fn()
  renderWithMessages(
    <Form aria-label="claim" onSubmit={onSubmit}>
      <TextField name="claimCode" label="Code" />
      <TextField name="imei" label="IMEI" />
    </Form>,
  )
  const form = screen.getByRole<HTMLFormElement>('form')
  await fillInForm(form, { 'claimCode#0': 'ABCD', 'imei#0': '356' })
  expect([...new FormData(form).values()]).toEqual(['ABCD', '356'])
  expect(valuesOf(form)).toEqual({ 'imei#0': '356' })
})
