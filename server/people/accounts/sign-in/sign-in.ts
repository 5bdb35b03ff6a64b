import type { Factor } from '#domain/people/second-factor.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { createPlaceLimit, type PlaceLimit } from '../../../platform/http/limits/place-limit.ts'
import { createRateLimit, hasRoom, type RateLimit, tooMany } from '../../../platform/http/limits/rate-limit.ts'
import { type AccountRow, selectAccountByEmail } from '../account-queries.ts'
import { showSecondFactor } from '../second-factor/show-second-factor.ts'
import { logSecurity } from '../security-log.ts'
import { createSignInBackOff, type SignInBackOff } from '../sign-in-back-off.ts'
import { type Attempts, createAttempts } from './await-others.ts'
import { tellOfGuesses } from './tell-of-guesses.ts'

const WITHIN_SECONDS = 15 * 60
const TRIES_A_DEVICE = 10
/** Whoever can sign in can also make any number of devices known, and keep them after the password was changed. */
const TRIES_ALL_DEVICES = 100
const TRIES_A_PLACE = 60

/**
 * Strangers are slowed down per account, and counted per place. A device on which the account has signed in before is
 * counted separately, so that nobody can lock the owner out. `attempts`: strangers' passwords that are being checked; `codes`: wrong codes
 * after a right password, from anywhere.
 */
export type SignInLimits = {
  backOff: SignInBackOff
  attempts: Attempts
  codes: SignInBackOff
  perDevice: RateLimit
  /** All devices of an account together; beyond it they count as strangers. */
  allDevices: RateLimit
  perPlace: PlaceLimit
}

export const createSignInLimits = (): SignInLimits => ({
  backOff: createSignInBackOff(),
  attempts: createAttempts(),
  codes: createSignInBackOff(),
  perDevice: createRateLimit(TRIES_A_DEVICE, WITHIN_SECONDS),
  allDevices: createRateLimit(TRIES_ALL_DEVICES, WITHIN_SECONDS),
  perPlace: createPlaceLimit(TRIES_A_PLACE, WITHIN_SECONDS),
})

type Attempt = {
  email: string
  password: string
  code?: string | undefined
  /** See `countedAddress`. */
  place: string | undefined
  /** See `trustedDevice`. */
  device: string | undefined
}

type SignInDeps = Pick<
  Deps,
  'database' | 'passwords' | 'clock' | 'config' | 'secrets' | 'mailer' | 'wakeMails' | 'logger'
>

/**
 * The account for an address and a password. A wrong password and an unknown address both give 401 `credentials_wrong`,
 * after the same time; too many attempts give 429. A right password does not count against its place, as many people may share an address,
 * nor against others that came at the same moment. If one-time codes are on and `code` is missing, 401 `second_factor_required`;
 * see `showSecondFactor` for the rest.
 */
export async function signIn(
  deps: SignInDeps,
  limits: SignInLimits,
  { device: known, ...attempt }: Attempt,
): Promise<{ account: AccountRow; factor: Factor }> {
  const { backOff, attempts, codes, perDevice, allDevices, perPlace } = limits
  const { email, code, place } = attempt
  if (known) await perDevice.consume(known)
  const device = known && (await hasRoom(allDevices, email)) ? known : undefined
  const prove = () => provePassword(deps, limits, { ...attempt, device })
  if (!device) await perPlace.consume(place)
  const account = await (device ? prove() : attempts.make(email, () => backOff.mustWait(email), prove))
  const factor = await showSecondFactor(deps, codes, { account, code, place })
  if (device) {
    await perDevice.forgive(device)
    await allDevices.giveBack(email)
  } else await perPlace.giveBack(place)
  if (factor === 'wanted') throw new AppError(401, 'second_factor_required')
  return { account, factor }
}

/** The account whose password is right. `device`: undefined if the attempt counts as a stranger's, and then it is counted before anything is awaited. */
async function provePassword(
  deps: SignInDeps,
  { backOff, perDevice, allDevices, perPlace }: SignInLimits,
  { email, password, place, device }: Attempt,
): Promise<AccountRow> {
  if (!device) {
    const { tell, tries, refusedMs } = backOff.begin(email)
    if (tell) await tellOfGuesses(deps, email, tries)
    if (refusedMs > 0) throw tooMany(refusedMs)
  }
  const account = await selectAccountByEmail(deps.database.db, email).catch(async (error: unknown) => {
    if (device) {
      await perDevice.giveBack(device)
      await allDevices.giveBack(email)
    } else {
      backOff.unknown(email)
      await perPlace.giveBack(place)
    }
    throw error
  })
  const right = await deps.passwords.verify(account?.password_hash, password)
  if (!account || !right) {
    logSecurity(deps.logger, 'sign_in_failed', { email, from: place })
    if (!device) await slowDown(deps, backOff.wrong(email), email, place)
    throw new AppError(401, 'credentials_wrong')
  }
  if (account.active === 0) throw new AppError(401, 'account_inactive')
  if (!device) backOff.right(email)
  return account
}

async function slowDown(
  deps: Parameters<typeof tellOfGuesses>[0] & Pick<Deps, 'logger'>,
  { tell, tries, waitMs }: ReturnType<SignInBackOff['wrong']>,
  email: string,
  from: string | undefined,
): Promise<void> {
  if (waitMs > 0) logSecurity(deps.logger, 'sign_in_slowed', { email, from, tries, waitSeconds: waitMs / 1000 })
  if (tell) await tellOfGuesses(deps, email, tries)
}
