import { BODY_MAXIMUM_BYTES } from '#domain/hives/reading.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import type { KeyBudget } from './key-budgets.ts'

/** The sender: its address, and the announced body length in bytes; 0 if not announced. */
export type Caller = { address: () => string; bytes: number; path?: string }

/** A valid key with room for one more request. */
export type AdmittedKey = { hash: string; budget: KeyBudget }

type Admitting = Pick<Deps, 'database' | 'ingest' | 'keyBudgets' | 'refusals'>

/**
 * Admits a request before its body is read. Throws 401 `device_key_missing`, `device_key_wrong`, 413 `body_too_large`, and 429
 * `device_too_fast`, or `too_many_requests` if an address tries key after key. A body that is too large is noted here for its owner, as its
 * sender is not returned.
 */
export async function admitKey(deps: Admitting, deviceKey: string | undefined, caller: Caller): Promise<AdmittedKey> {
  if (deviceKey === undefined) throw new AppError(401, 'device_key_missing')
  const { keyBudgets } = deps
  const kept = keyBudgets.hashOf(deviceKey)
  const hash = kept ?? hashToken(deviceKey)
  const budget = keyBudgets.of(hash) ?? (await meet(deps, hash, caller))
  if (kept === undefined) keyBudgets.keepHash(deviceKey, hash)
  if (isTooLarge(caller)) {
    deps.refusals.note(budget.controllerId, 'body_too_large', { path: caller.path })
    throw new AppError(413, 'body_too_large')
  }
  keyBudgets.takeRequest(budget, caller.bytes)
  return { hash, budget }
}

/** The same for a recently used valid key, synchronously; undefined for any other, which only the store can check, and for what is refused. */
export function admitKnownKey(
  { keyBudgets }: Pick<Admitting, 'keyBudgets'>,
  deviceKey: string | undefined,
  caller: Caller,
): AdmittedKey | undefined {
  if (deviceKey === undefined || isTooLarge(caller)) return undefined
  const hash = keyBudgets.hashOf(deviceKey)
  const budget = hash === undefined ? undefined : keyBudgets.of(hash)
  if (hash === undefined || !budget) return undefined
  keyBudgets.takeRequest(budget, caller.bytes)
  return { hash, budget }
}

const isTooLarge = ({ bytes }: Caller): boolean => bytes > BODY_MAXIMUM_BYTES

/** Asks the store about a key that was not used recently. */
async function meet(
  { database, ingest, keyBudgets, refusals }: Admitting,
  hash: string,
  caller: Caller,
): Promise<KeyBudget> {
  const address = caller.address()
  keyBudgets.takeUnknown(address)
  const controllerId = await database.write('holderOf', hash).catch((error: unknown) => {
    keyBudgets.giveBackUnknown(address)
    throw error
  })
  if (controllerId === undefined) {
    ingest.counts.outcomes.refused++
    refusals.noteWrongKey(hash, address, { path: caller.path })
    throw new AppError(401, 'device_key_wrong')
  }
  keyBudgets.giveBackUnknown(address)
  return keyBudgets.learn(hash, controllerId)
}

/** Returns the key from an `Authorization` header. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S{1,200})$/i.exec(authorization ?? '')?.[1]
