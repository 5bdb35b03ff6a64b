import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { isoBase64URL } from '@simplewebauthn/server/helpers'
import type { AuthenticationResponse } from '#domain/people/passkey.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { type AccountRow, selectAccountById } from '../account-queries.ts'
import { notePasskeyUse, type PasskeyRow, selectPasskeyByCredential } from '../second-factor/passkey-queries.ts'
import type { PasskeySite } from '../second-factor/passkey-site.ts'
import { giveChallenge, isOurChallenge } from './passkey-challenge.ts'

/** The options with which a browser signs in using any passkey it has for this site, without the user naming an account first. */
export const passkeyRequestOptions = async (deps: Pick<Deps, 'database' | 'clock' | 'ids'>, site: PasskeySite) =>
  generateAuthenticationOptions({
    rpID: site.rpId,
    challenge: isoBase64URL.toBuffer(await giveChallenge(deps, null)),
    userVerification: 'required',
  })

/**
 * The account behind a passkey. Throws 401 `passkey_unknown`, 401 `passkey_not_verified` (a wrong signature, origin or
 * challenge, or a counter that went backward, as with a copied key), 401 `account_inactive`.
 */
export async function signInWithPasskey(
  deps: Pick<Deps, 'database' | 'clock'>,
  site: PasskeySite,
  response: AuthenticationResponse,
): Promise<AccountRow> {
  const { db } = deps.database
  const passkey = await selectPasskeyByCredential(db, response.id)
  if (!passkey) throw new AppError(401, 'passkey_unknown')
  const counter = await verify(deps, site, passkey, response)
  if (!(await notePasskeyUse(db, passkey, { counter, usedAt: deps.clock.now() }))) {
    throw new AppError(401, 'passkey_not_verified')
  }
  const account = await selectAccountById(db, passkey.account_id)
  if (!account) throw new AppError(401, 'passkey_unknown')
  if (account.active === 0) throw new AppError(401, 'account_inactive')
  return account
}

async function verify(
  deps: Pick<Deps, 'database' | 'clock'>,
  site: PasskeySite,
  passkey: PasskeyRow,
  response: AuthenticationResponse,
): Promise<number> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: isOurChallenge(deps, null),
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
        transports: JSON.parse(passkey.transports),
      },
    })
    if (verified) return authenticationInfo.newCounter
  } catch (error) {
    throw new AppError(401, 'passkey_not_verified', { cause: error })
  }
  throw new AppError(401, 'passkey_not_verified')
}
