import type { Factor } from '#domain/people/second-factor.ts'
import type { Deps } from '../../../deps.ts'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { tooMany } from '../../../platform/http/limits/rate-limit.ts'
import type { AccountRow } from '../account-queries.ts'
import { logSecurity } from '../security-log.ts'
import type { SignInBackOff } from '../sign-in-back-off.ts'
import { tellOwner } from '../tell-owner.ts'
import { openSecret } from './code-secret.ts'
import { stepOf } from './one-time-code.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import {
  type CodesInUse,
  countRecoveryCodes,
  selectCodesInUse,
  takeRecoveryCode,
  takeStep,
} from './second-factor-queries.ts'

type ShowDeps = Pick<Deps, 'database' | 'clock' | 'secrets' | 'mailer' | 'wakeMails' | 'logger'>
type Shown = { account: AccountRow; code: string | undefined; place: string | undefined }

/**
 * The factor shown by a sign-in whose password is right; `wanted`: a code is missing. Wrong codes are slowed down per account, even on
 * the owner's devices, since whoever gets this far knows the password. Throws 401 `second_factor_wrong`, also for a code that was already
 * used, 401 `second_factor_damaged`, and 429.
 */
export async function showSecondFactor(
  deps: ShowDeps,
  backOff: SignInBackOff,
  { account, code, place }: Shown,
): Promise<Factor | 'wanted'> {
  const codes = await selectCodesInUse(deps.database.db, account.id)
  if (!codes) return 'password'
  if (code === undefined) return 'wanted'
  const key = String(account.id)
  const { tell, tries, refusedMs } = backOff.begin(key)
  if (tell) await tellOfTries(deps, account, tries)
  if (refusedMs > 0) throw tooMany(refusedMs)
  const typed = code.replaceAll(/\s/g, '')
  const taken = /^\d{6}$/.test(typed) ? takeCode(deps, codes, typed) : takeRecovery(deps, account, typed)
  const factor = await taken.catch((error: unknown) => {
    if (!(error instanceof AppError)) backOff.unknown(key)
    throw error
  })
  if (factor) {
    backOff.right(key)
    return factor
  }
  logSecurity(deps.logger, 'second_factor_failed', { accountId: account.id, from: place })
  await recordTry(deps, account)
  const wrong = backOff.wrong(key)
  if (wrong.tell) await tellOfTries(deps, account, wrong.tries)
  throw new AppError(401, 'second_factor_wrong')
}

async function takeCode(deps: ShowDeps, codes: CodesInUse, typed: string): Promise<Factor | undefined> {
  const secret = openSecret(deps, codes.account_id, codes.secret_sealed)
  if (!secret) {
    deps.logger.error({ accountId: codes.account_id }, 'the secret of one-time codes cannot be read')
    throw new AppError(401, 'second_factor_damaged')
  }
  const step = stepOf(secret, typed, deps.clock.now())
  return step !== undefined && (await takeStep(deps.database.db, codes, step)) ? 'code' : undefined
}

async function takeRecovery(deps: ShowDeps, { id }: AccountRow, typed: string): Promise<Factor | undefined> {
  const codeHash = hashRecoveryCode(typed)
  if (!codeHash) return undefined
  const left = await deps.database.db.transaction().execute(async (db) => {
    if (!(await takeRecoveryCode(db, id, codeHash))) return undefined
    const left = await countRecoveryCodes(db, id)
    const change = { actorId: id, action: 'user.useRecoveryCode', subjectType: 'user', subjectId: String(id) }
    await recordChange({ ...deps, database: { db } }, { ...change, before: { left: left + 1 }, after: { left } })
    await tellOwner(deps, db, id, 'recovery_code_used', { left: String(left) })
    return left
  })
  if (left === undefined) return undefined
  deps.wakeMails()
  logSecurity(deps.logger, 'recovery_code_used', { accountId: id, left })
  return 'recovery'
}

/** Limited by the back-off to about a hundred a day. */
const recordTry = (deps: ShowDeps, { id }: AccountRow): Promise<void> =>
  recordChange(deps, {
    actorId: id,
    action: 'user.missSecondFactor',
    subjectType: 'user',
    subjectId: String(id),
    before: null,
    after: {},
  })

async function tellOfTries(deps: ShowDeps, { id }: AccountRow, tries: number): Promise<void> {
  logSecurity(deps.logger, 'second_factor_slowed', { accountId: id, tries })
  await tellOwner(deps, deps.database.db, id, 'codes_guessed', { tries: String(tries) })
  deps.wakeMails()
}
