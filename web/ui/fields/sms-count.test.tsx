import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { smsFit } from '#domain/alerts/sms-text.ts'
import { renderWithMessages } from '../render-with-messages.tsx'
import { SmsCount } from './sms-count.tsx'

test.each([
  ['a'.repeat(45), '45 of 160 characters of one SMS.'],
  ['a'.repeat(161), '161 characters: one SMS holds 160. Shorten the text.'],
  ['ê', '1 of 70 characters of one SMS. A character outside the SMS alphabet makes it shorter.'],
])('%#', (text, words) => {
  renderWithMessages(<SmsCount fit={smsFit(text)} />)
  expect(screen.getByText(words)).toBeTruthy()
})
