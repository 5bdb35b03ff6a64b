import { proxy } from 'valtio'
import type { Profile, SessionReply } from '#domain/people/account.ts'
import { BEEKEEPER, emptyProfile } from '#domain/people/newcomer.ts'
import { KEPT_PICTURE, readStored, removeStored, writeStored } from '../../../offline/local-storage.ts'
import { parseStoredUser, type StoredUser, storedText } from './stored-user.ts'

const STORED = 'hivewatch.user'

/**
 * `unknown`: not asked yet. `confirmed`: the server knows this session. `trusted`: no answer yet or no network, and the
 * last visit was signed in. `none`: nobody is signed in.
 */
export type SessionPhase = 'unknown' | 'confirmed' | 'trusted' | 'none'

export type User = StoredUser & { email: string; fetching: boolean }

const nobody = (): User => ({
  email: '',
  fetching: false,
  id: 0,
  admin: false,
  role: BEEKEEPER,
  affiliation: null,
  profile: { ...emptyProfile },
  manager: false,
  secondFactorMissing: false,
  acting: null,
  alarmsArrive: true,
  signOutToken: '',
})

/** Who is signed in here. The language is in `localeState`, since it outlives a sign-out. */
export const user = proxy<User>(nobody())
export const session = proxy<{ phase: SessionPhase }>({ phase: 'unknown' })
/** `silent`: the server was asked who is signed in and has not answered for a while. */
export const server = proxy({ silent: false })

let ends = 0

/** Counts how often a session ended in this page: what was asked before the last time means nothing any more. */
export const sessionEnds = (): number => ends

export const isSignedIn = (phase: SessionPhase): boolean => phase === 'confirmed' || phase === 'trusted'

/** Takes over the session that the server knows. */
export function confirmUser(reply: SessionReply): void {
  Object.assign(user, toStored(reply), { email: reply.userEmail })
  session.phase = 'confirmed'
  server.silent = false
  storeUser()
}

export function setProfile(profile: Profile): void {
  user.profile = profile
  storeUser()
}

/** What is found out between two answers of the server about who is signed in. */
export function setAlarmsArrive(alarmsArrive: boolean): void {
  if (user.alarmsArrive === alarmsArrive) return
  user.alarmsArrive = alarmsArrive
  storeUser()
}

const toStored = (reply: SessionReply): StoredUser => ({
  id: reply.userId,
  admin: reply.admin,
  role: reply.role,
  affiliation: reply.affiliation,
  manager: reply.manager,
  secondFactorMissing: reply.secondFactorMissing,
  acting: reply.acting && { until: reply.acting.until },
  profile: reply.profile,
  alarmsArrive: reply.alarmsArrive,
  signOutToken: reply.signOutToken,
})

/** Makes the device somebody else's, before this page begins anew as theirs: other tabs follow to them, not to nobody. */
export function handDeviceOver(reply: SessionReply): void {
  writeStored(STORED, storedText(toStored(reply)))
}

/** A device that keeps nothing never says whom it knows. */
let isKept = false

/** Not over what another tab made of this device meanwhile: a late answer would bring back who signed out there. */
function storeUser(): void {
  if (foundOnDevice() !== 'same') return
  writeStored(STORED, storedText(user))
  isKept = readStored(STORED) !== null
}

/** What another tab made of this device: another account's, nobody's, or nothing that concerns the user of this page. */
export function foundOnDevice(): 'same' | 'another' | 'nobody' {
  if (!isSignedIn(session.phase) || !isKept) return 'same'
  const stored = readStoredUser()
  if (!stored) return 'nobody'
  return stored.id === user.id ? 'same' : 'another'
}

/** The user of the last visit, where it did not end with a sign-out. */
export function readStoredUser(): StoredUser | undefined {
  const stored = readStored(STORED)
  return stored ? parseStoredUser(stored) : undefined
}

/** Goes on with the user of the last visit until the server says otherwise. */
export function trustStoredUser(): boolean {
  const stored = readStoredUser()
  if (!stored) return false
  Object.assign(user, stored)
  isKept = true
  session.phase = 'trusted'
  return true
}

/** Forgets the user; the language stays, and so does another one who has signed in since, in another tab. */
export function forgetUser(): void {
  const stored = readStoredUser()
  if (user.id === 0 || !stored || stored.id === user.id) removeStored(STORED)
  removeStored(KEPT_PICTURE)
  Object.assign(user, nobody())
  ends++
  isKept = false
  session.phase = 'none'
}
