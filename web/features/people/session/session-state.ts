import { proxy } from 'valtio'
import type { Profile, SessionReply } from '#domain/people/account.ts'
import { BEEKEEPER, emptyProfile } from '#domain/people/newcomer.ts'
import { KEPT_PICTURE, readStored, removeStored, writeStored } from '../../../offline/local-storage.ts'
import { parseStoredUser, type StoredUser, storedText } from './stored-user.ts'

const STORED = 'hivewatch.user'

/**
 * `unknown`: not asked yet. `confirmed`: the server knows this session. `trusted`: there is no answer yet
 * or no network, but the last visit was signed in. `none`: nobody is signed in.
 */
type SessionPhase = 'unknown' | 'confirmed' | 'trusted' | 'none'

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

/** The signed-in user. The language is in `localeState`, since it outlives a sign-out. */
export const user = proxy<User>(nobody())
export const session = proxy<{ phase: SessionPhase }>({ phase: 'unknown' })
/** `silent`: the server was asked who is signed in but has not answered for a while. */
export const server = proxy({ silent: false })

let ends = 0

/** Counts how often a session ended in this page: answers to requests made before the last end are void. */
export const sessionEnds = (): number => ends

export const isSignedIn = (phase: SessionPhase): boolean => phase === 'confirmed' || phase === 'trusted'

/** Takes over the session as confirmed by the server. */
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

/** Records what becomes known between two session answers from the server. */
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

/** Assigns the device to another user before this page reloads as theirs, so that other tabs switch to that user instead of to nobody. */
export function handDeviceOver(reply: SessionReply): void {
  writeStored(STORED, storedText(toStored(reply)))
}

/** Whether the device really stores the user; one that stores nothing never says whom it knows. */
let isKept = false

/** Does not overwrite what another tab has stored since: a late answer would bring back a user who signed out there. */
function storeUser(): void {
  if (foundOnDevice() !== 'same') return
  writeStored(STORED, storedText(user))
  isKept = readStored(STORED) !== null
}

/** What another tab has made of this device: it belongs to another account, to nobody, or nothing changed for this page's user. */
export function foundOnDevice(): 'same' | 'another' | 'nobody' {
  if (!isSignedIn(session.phase) || !isKept) return 'same'
  const stored = readStoredUser()
  if (!stored) return 'nobody'
  return stored.id === user.id ? 'same' : 'another'
}

/** Returns the user of the last visit, unless it ended with a sign-out. */
export function readStoredUser(): StoredUser | undefined {
  const stored = readStored(STORED)
  return stored ? parseStoredUser(stored) : undefined
}

/** Continues as the user of the last visit until the server says otherwise. Returns false if there is none. */
export function trustStoredUser(): boolean {
  const stored = readStoredUser()
  if (!stored) return false
  Object.assign(user, stored)
  isKept = true
  session.phase = 'trusted'
  return true
}

/** Forgets the user, but not the language, nor another user who has since signed in in another tab. */
export function forgetUser(): void {
  const stored = readStoredUser()
  if (user.id === 0 || !stored || stored.id === user.id) removeStored(STORED)
  removeStored(KEPT_PICTURE)
  Object.assign(user, nobody())
  ends++
  isKept = false
  session.phase = 'none'
}
