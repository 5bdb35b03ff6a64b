import type { Profile, Role } from '#domain/people/account.ts'
import { emptyProfile } from '#domain/people/newcomer.ts'
import { flag, isObject, number, oneOf, parsedJson, text } from '../../../api/read-fields.ts'

/** Of who is signed in, what outlives a reload: all but the address. */
export type StoredUser = {
  id: number
  admin: boolean
  role: Role
  affiliation: { id: number; name: string } | null
  profile: Profile
  manager: boolean
  /** They administer, once a second factor was shown. */
  secondFactorMissing: boolean
  /** Until when an administrator acts in the name of this user; null for the user in person. */
  acting: { until: string } | null
  /** Alarms are known to arrive; of those who were here before it was asked, too, until the server says otherwise. */
  alarmsArrive: boolean
  /** Ends this session at the server, and nothing else. */
  signOutToken: string
}

type Kept = Record<string, unknown>
const role = oneOf<Role>(1, 2, 3)

/** How each is read again; what an earlier version did not keep yet is what it was there. */
const reads: { [Name in keyof StoredUser]: (kept: Kept) => StoredUser[Name] | undefined } = {
  id: (kept) => number(kept.id),
  admin: (kept) => flag(kept.admin),
  role: (kept) => role(kept.role),
  affiliation: (kept) => orNull(kept.affiliation, readAffiliation),
  profile: (kept) => (isObject(kept.profile) ? readProfile(kept.profile) : undefined),
  manager: (kept) => flag(kept.manager),
  secondFactorMissing: (kept) => flag(kept.secondFactorMissing ?? false),
  acting: (kept) => orNull(kept.acting ?? null, readActing),
  alarmsArrive: (kept) => flag(kept.alarmsArrive ?? true),
  signOutToken: (kept) => text(kept.signOutToken ?? ''),
}

/** Reads who was kept on the device; undefined for what is no user, or of a version that asked for less. */
export function parseStoredUser(stored: string): StoredUser | undefined {
  const kept = parsedJson(stored)
  if (!isObject(kept)) return undefined
  const fields = Object.entries(reads).map(([name, read]) => [name, read(kept)])
  return fields.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(fields) as StoredUser)
}

/** What is kept of somebody, and nothing else that they are in this page. */
export function storedText(user: StoredUser): string {
  const names = Object.keys(reads) as (keyof StoredUser)[]
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, user[name]])))
}

const orNull = <Value>(value: unknown, read: (kept: Kept) => Value | undefined): Value | null | undefined =>
  value === null ? null : isObject(value) ? read(value) : undefined

function readAffiliation({ id, name }: Kept): StoredUser['affiliation'] | undefined {
  return typeof id === 'number' && typeof name === 'string' ? { id, name } : undefined
}

function readActing({ until }: Kept): StoredUser['acting'] | undefined {
  return typeof until === 'string' ? { until } : undefined
}

function readProfile(kept: Kept): Profile | undefined {
  const fields = Object.keys(emptyProfile).map((name) => [name, text(kept[name])])
  return fields.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(fields) as Profile)
}
