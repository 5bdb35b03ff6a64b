import { expect, test } from 'vitest'
import { checkRegistration } from './check-registration.ts'

const complete = { email: 'anna@example.ch', password: 'bienenstand', repeated: 'bienenstand', terms: true }

test('nothing is wrong with a complete registration', () => {
  expect(checkRegistration(complete)).toEqual({})
})

test.each([
  ['email', { email: 'anna' }, 'session.email.invalid'],
  ['email', { email: '' }, 'session.email.invalid'],
  ['password', { password: '', repeated: '' }, 'session.password.missing'],
  ['password', { password: 'bienen', repeated: 'bienen' }, 'ui.password.short'],
  ['repeated', { repeated: 'Bienenstand' }, 'registration.repeated.differs'],
  ['terms', { terms: false }, 'registration.terms.missing'],
])('says at %s what is wrong', (field, change, words) => {
  expect(checkRegistration({ ...complete, ...change })).toEqual({ [field]: words })
})
