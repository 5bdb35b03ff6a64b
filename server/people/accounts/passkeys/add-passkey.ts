import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { isoBase64URL, isoUint8Array } from '@simplewebauthn/server/helpers'
import * as v from 'valibot'
import { PASSKEYS_MAXIMUM, type RegistrationResponse } from '#domain/people/passkey.ts'
import type { Deps } from '../../../deps.ts'
import { isUniqueViolation } from '../../../platform/db/lane.ts'
import { storedJson } from '../../../platform/db/stored-json.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { insertPasskey, type PasskeyRow, selectPasskeysOf } from '../second-factor/passkey-queries.ts'
import type { PasskeySite } from '../second-factor/passkey-site.ts'
import { noteFactor } from '../sessions/session-queries.ts'
import { tellOwner } from '../tell-owner.ts'
import { giveChallenge, isOurChallenge } from './passkey-challenge.ts'

/** ES256, RS256 and Ed25519, which together cover all devices. */
const ALGORITHMS = [-7, -257, -8]

const transportsOf = ({ transports }: PasskeyRow): string[] => storedJson(v.array(v.string()), transports, [])

/** The options with which a browser creates a passkey for an account, excluding those it already has. Throws 409 `passkeys_too_many`. */
export async function passkeyCreationOptions(
  deps: Pick<Deps, 'database' | 'clock' | 'ids'>,
  account: SignedIn,
  site: PasskeySite,
) {
  const known = await selectPasskeysOf(deps.database.db, account.accountId)
  requireRoom(known)
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: site.rpId,
    userName: account.email,
    userID: isoUint8Array.fromUTF8String(String(account.accountId)),
    challenge: isoBase64URL.toBuffer(await giveChallenge(deps, account.accountId)),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map((row) => ({ id: row.credential_id, transports: transportsOf(row) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Adds a passkey. Throws 400 `passkey_not_verified`, 409 `already_exists`, 409 `passkeys_too_many`. */
export async function addPasskey(
  deps: Pick<Deps, 'database' | 'clock' | 'mailer' | 'wakeMails'>,
  account: SignedIn,
  site: PasskeySite,
  { name, response }: { name: string; response: RegistrationResponse },
): Promise<PasskeyRow> {
  const { credential } = await verify(deps, account, site, response)
  try {
    return await deps.database.db.transaction().execute(async (db) => {
      requireRoom(await selectPasskeysOf(db, account.accountId))
      const row = await insertPasskey(db, {
        account_id: account.accountId,
        credential_id: credential.id,
        public_key: credential.publicKey,
        counter: credential.counter,
        transports: JSON.stringify(credential.transports ?? []),
        name,
        created_at: deps.clock.now(),
        last_used_at: null,
      })
      await noteFactor(db, account.tokenHash, 'passkey')
      await tellOwner(deps, db, account.accountId, 'passkey_added')
      return row
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError(409, 'already_exists', { cause: error })
    throw error
  } finally {
    deps.wakeMails()
  }
}

function requireRoom(known: readonly PasskeyRow[]): void {
  if (known.length < PASSKEYS_MAXIMUM) return
  throw new AppError(409, 'passkeys_too_many', { values: { maximum: PASSKEYS_MAXIMUM } })
}

async function verify(
  deps: Pick<Deps, 'database' | 'clock'>,
  { accountId }: SignedIn,
  site: PasskeySite,
  response: RegistrationResponse,
) {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: isOurChallenge(deps, accountId),
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (registrationInfo) return registrationInfo
  } catch (error) {
    throw new AppError(400, 'passkey_not_verified', { cause: error })
  }
  throw new AppError(400, 'passkey_not_verified')
}
