import { beforeEach, expect, test } from 'vitest'
import { emptyProfile, type SessionReply } from '#domain/account.ts'
import { confirmUser, forgetUser, readStoredUser, session, setProfile, trustStoredUser, user } from './session-state.ts'

const reply: SessionReply = {
  message: 'Willkommen.',
  userEmail: 'anna@example.ch',
  admin: false,
  userId: 7,
  role: 2,
  affiliation: { id: 3, name: 'Verein' },
  language: 'de',
  profile: { ...emptyProfile, firstname: 'Anna', street: 'Waldweg 1' },
  manager: true,
}

beforeEach(() => {
  window.localStorage.clear()
  forgetUser()
})

test('takes over what the server says', () => {
  confirmUser(reply)
  expect(session.phase).toBe('confirmed')
  expect(user).toMatchObject({ email: 'anna@example.ch', id: 7, role: 2, manager: true, affiliation: { id: 3 } })
})

test('keeps all but the e-mail address for the next visit', () => {
  confirmUser(reply)
  setProfile({ ...reply.profile, city: 'Bern' })
  expect(JSON.stringify({ ...window.localStorage })).not.toContain('anna@example.ch')
  expect(readStoredUser()).toMatchObject({ id: 7, profile: { firstname: 'Anna', city: 'Bern' } })
})

test('goes on with the user of the last visit until the server has spoken', () => {
  confirmUser(reply)
  const stored = { ...window.localStorage }
  forgetUser()
  Object.assign(window.localStorage, stored)
  expect(trustStoredUser()).toBe(true)
  expect(session.phase).toBe('trusted')
  expect(user).toMatchObject({ id: 7, email: '', profile: { street: 'Waldweg 1' } })
})

test('after a sign-out there is nobody to go on with', () => {
  confirmUser(reply)
  forgetUser()
  expect(trustStoredUser()).toBe(false)
  expect(user).toMatchObject({
    id: 0,
    email: '',
    admin: false,
    manager: false,
    affiliation: null,
    profile: emptyProfile,
  })
  expect(window.localStorage.length).toBe(0)
})

test.each(['', '{', '{"id":1}', '[]', 'null'])('what is stored damaged (%j) is nobody', (text) => {
  window.localStorage.setItem('hivewatch.user', text)
  expect(readStoredUser()).toBeUndefined()
})
