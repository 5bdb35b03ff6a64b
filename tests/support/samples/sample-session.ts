import type { SessionReply } from '#domain/people/account.ts'
import { emptyProfile } from '#domain/people/newcomer.ts'

/** What the server says of a beekeeper who is signed in, for tests. */
export const sampleSession: SessionReply = {
  message: '',
  userEmail: 'anna@example.org',
  admin: false,
  userId: 7,
  role: 3,
  affiliation: null,
  language: 'en',
  profile: emptyProfile,
  manager: false,
  secondFactorMissing: false,
  alarmsArrive: false,
  acting: null,
  signOutToken: '',
}
