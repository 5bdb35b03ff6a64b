import type { Profile, Role } from '#domain/people/account.ts'
import { emptyProfile } from '#domain/people/newcomer.ts'
import { flag, isObject, number, oneOf, parsedJson, text } from '../../../api/read-fields.ts'

/** The part of the signed-in user that survives a reload: everything except the e-mail address. */
export type StoredUser = {
  id: number
  admin: boolean
  role: Role
  affiliation: { id: number; name: string } | null
  profile: Profile
  manager: boolean
  /** Whether an administrator must present a second factor before administering. */
  secondFactorMissing: boolean
  /** Until when an administrator acts as this user; null if it is the user in person. */
  acting: { until: string } | null
  /** Whether alarms are known to arrive. Also true for users stored before this field existed, until the server answers. */
  alarmsArrive: boolean
  /** Ends this session at the server, and can do nothing else. */
  signOutToken: string
}

type Kept = Record<string, unknown>
const role = oneOf<Role>(1, 2, 3)

/** Reads each field back; fields that earlier versions did not store get the value they had then. */
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

/** Parses the user stored on the device; undefined if it is not a user, or from a version that stored less. */
export function parseStoredUser(stored: string): StoredUser | undefined {
  const kept = parsedJson(stored)
  if (!isObject(kept)) return undefined
  const fields = Object.entries(reads).map(([name, read]) => [name, read(kept)])
  return fields.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(fields) as StoredUser)
}

/** Returns what to store of a user, without the page's other state. */
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
