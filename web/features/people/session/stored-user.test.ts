import { expect, it } from 'vitest'
import { emptyProfile } from '#domain/people/newcomer.ts'
import { parseStoredUser, type StoredUser, storedText } from './stored-user.ts'

const user: StoredUser = {
  id: 7,
  admin: false,
  role: 2,
  affiliation: { id: 3, name: 'Verein' },
  profile: { ...emptyProfile, firstname: 'Anna' },
  manager: true,
  secondFactorMissing: false,
  acting: { until: '2026-05-10T10:00:00.000Z' },
  alarmsArrive: false,
  signOutToken: 'a',
}

it('keeps everything stored about a user, and nothing else that the page knows', () => {
  const stored = storedText({ ...user, email: 'anna@example.org' } as StoredUser)
  expect(stored).not.toContain('anna@')
  expect(parseStoredUser(stored)).toEqual(user)
})

it('reads what an earlier version stored, and rejects anything else', () => {
  const { secondFactorMissing: _, acting: __, alarmsArrive: ___, signOutToken: ____, ...earlier } = user
  const added = { secondFactorMissing: false, acting: null, alarmsArrive: true, signOutToken: '' }
  expect(parseStoredUser(JSON.stringify(earlier))).toEqual({ ...earlier, ...added })
  for (const none of ['', '[]', '{}', JSON.stringify({ ...user, role: 9 }), JSON.stringify({ ...user, profile: {} })])
    expect(parseStoredUser(none)).toBe(undefined)
})
