import { type Context, Hono } from 'hono'
import { MessageReply } from '#domain/people/account.ts'
import {
  CodeBody,
  CodeSecret,
  RecoveryCodesBody,
  RecoveryCodesReply,
  SecondFactor,
} from '#domain/people/second-factor.ts'
import type { Deps } from '../../../deps.ts'
import { clientAddress } from '../../../platform/http/connections/client-connection.ts'
import type { Env } from '../../../platform/http/env.ts'
import { requireAccount, signedIn } from '../../../platform/http/require-account.ts'
import { answers } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import { looks, variantOf } from '../../../platform/http/variant.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { demandsSecondFactor } from '../acts-as-admin.ts'
import { requireConfirmed } from '../require-confirmed.ts'
import { requireOwnHand } from '../require-own-hand.ts'
import { logSecurity, type SecurityEvent } from '../security-log.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { requireShownFactor } from './require-shown-factor.ts'
import { countRecoveryCodes, selectCodesInUse } from './second-factor-queries.ts'
import { beginCodes, turnCodesOn } from './set-up-codes.ts'
import { turnCodesOff } from './turn-codes-off.ts'

/** One-time codes in addition to the password, for those who want them; passkeys have their own routes. */
export const secondFactorRoutes = (deps: Deps) => {
  const { config, database } = deps
  const note = (c: Context<Env>, event: SecurityEvent) =>
    logSecurity(deps.logger, event, { accountId: signedIn(c).accountId, from: clientAddress(c, config) })

  return new Hono<Env>()
    .get(
      '/user/secondFactor',
      answers('account', 'Whether one-time codes are on, and whether a second factor is required', SecondFactor),
      requireAccount,
      async (c) => {
        const account = signedIn(c)
        const codes = await selectCodesInUse(database.db, account.accountId)
        return c.json({
          codesSince: codes ? new Date(Number(codes.since)).toISOString() : null,
          recoveryCodesLeft: await countRecoveryCodes(database.db, account.accountId),
          demanded: demandsSecondFactor(account, config),
          missing: account.lacksSecondFactor,
        })
      },
    )
    .post(
      '/user/secondFactor/options',
      answers('account', 'What an app for one-time codes needs; they are on once a code has been entered', CodeSecret),
      requireAccount,
      requireOwnHand,
      requireShownFactor(deps),
      requireConfirmed(deps),
      async (c) => c.json(await beginCodes(deps, signedIn(c), looks[variantOf(c, config)].name)),
    )
    .post(
      '/user/secondFactor',
      answers(
        'account',
        'Turn on one-time codes with a first code; recovery codes are only shown in this response',
        RecoveryCodesReply,
      ),
      requireAccount,
      requireOwnHand,
      requireShownFactor(deps),
      requireConfirmed(deps),
      validate('json', CodeBody),
      async (c) => {
        const recoveryCodes = await turnCodesOn(deps, signedIn(c), c.req.valid('json').code)
        note(c, 'codes_on')
        return c.json({ message: translate(c.get('locale'), 'account.message.codes_on'), recoveryCodes })
      },
    )
    .delete(
      '/user/secondFactor',
      answers('account', 'Turn one-time codes off', MessageReply),
      requireAccount,
      requireOwnHand,
      requireShownFactor(deps),
      requireConfirmed(deps),
      async (c) => {
        await turnCodesOff(deps, signedIn(c))
        note(c, 'codes_off')
        return c.json({ message: translate(c.get('locale'), 'account.message.codes_off') })
      },
    )
    .post(
      '/user/secondFactor/recoveryCodes',
      answers(
        'account',
        'Replace the recovery codes; the new ones are only shown in this response',
        RecoveryCodesReply,
      ),
      requireAccount,
      requireOwnHand,
      requireShownFactor(deps),
      requireConfirmed(deps),
      validate('json', RecoveryCodesBody),
      async (c) => {
        const recoveryCodes = await renewRecoveryCodes(deps, signedIn(c), c.req.valid('json').id)
        note(c, 'recovery_codes_made')
        return c.json({ message: translate(c.get('locale'), 'account.message.recovery_codes_made'), recoveryCodes })
      },
    )
}
