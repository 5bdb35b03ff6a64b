import { beforeEach, expect, test, vi } from 'vitest'
import type { SessionReply } from '#domain/people/account.ts'
import { emptyProfile } from '#domain/people/newcomer.ts'
import { sampleSession } from '../../../../tests/support/samples/sample-session.ts'
import {
  confirmUser,
  forgetUser,
  foundOnDevice,
  readStoredUser,
  session,
  setProfile,
  trustStoredUser,
  user,
} from './session-state.ts'

const reply: SessionReply = {
  ...sampleSession,
  ...{ userEmail: 'anna@example.ch', role: 2, affiliation: { id: 3, name: 'Verein' }, manager: true },
  profile: { ...emptyProfile, firstname: 'Anna', street: 'Waldweg 1' },
  signOutToken: 'session.mac',
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

test('stores everything except the e-mail address for the next visit', () => {
  confirmUser(reply)
  setProfile({ ...reply.profile, city: 'Bern' })
  expect(JSON.stringify({ ...window.localStorage })).not.toContain('anna@example.ch')
  expect(readStoredUser()).toMatchObject({ id: 7, profile: { firstname: 'Anna', city: 'Bern' } })
})

test('continues as the user of the last visit until the server has answered', () => {
  confirmUser(reply)
  const stored = { ...window.localStorage }
  forgetUser()
  Object.assign(window.localStorage, stored)
  expect(trustStoredUser()).toBe(true)
  expect(session.phase).toBe('trusted')
  expect(user).toMatchObject({ id: 7, email: '', profile: { street: 'Waldweg 1' } })
})

test('has no user to continue as after a sign-out', () => {
  confirmUser(reply)
  forgetUser()
  expect(trustStoredUser()).toBe(false)
  expect(user).toMatchObject({
    id: 0,
    email: '',
    admin: false,
    manager: false,
    acting: null,
    affiliation: null,
    profile: emptyProfile,
  })
  expect(window.localStorage.length).toBe(0)
})

test.each(['', '{', '{"id":1}', '[]', 'null'])('damaged stored data (%j) is nobody', (text) => {
  window.localStorage.setItem('hivewatch.user', text)
  expect(readStoredUser()).toBeUndefined()
})

test('a page finds out from the device whether another tab ended the session or began someone else’s', () => {
  expect(foundOnDevice()).toBe('same')
  confirmUser(reply)
  expect(foundOnDevice()).toBe('same')
  const stored = window.localStorage.getItem('hivewatch.user')!
  window.localStorage.removeItem('hivewatch.user')
  expect(foundOnDevice()).toBe('nobody')
  window.localStorage.setItem('hivewatch.user', stored.replace('"id":7', '"id":8'))
  expect(foundOnDevice()).toBe('another')
})

test('a late answer neither restores a user who signed out in another tab nor replaces one who signed in there', () => {
  confirmUser(reply)
  const stored = window.localStorage.getItem('hivewatch.user')!
  window.localStorage.removeItem('hivewatch.user')
  confirmUser(reply)
  setProfile(reply.profile)
  expect(foundOnDevice()).toBe('nobody')
  window.localStorage.setItem('hivewatch.user', stored.replace('"id":7', '"id":8'))
  confirmUser(reply)
  expect(foundOnDevice()).toBe('another')
})

test('forgetting does not affect another user who has since signed in, in another tab', () => {
  confirmUser(reply)
  const stored = window.localStorage.getItem('hivewatch.user')!
  window.localStorage.setItem('hivewatch.user', stored.replace('"id":7', '"id":8'))
  forgetUser()
  expect(user.id).toBe(0)
  expect(readStoredUser()).toMatchObject({ id: 8 })
})

test('a browser that stores nothing does not end the session for that', () => {
  const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  confirmUser(reply)
  expect(foundOnDevice()).toBe('same')
  blocked.mockRestore()
})
