import { type Context, Hono } from 'hono'
import { MessageReply } from '#domain/people/account.ts'
import { PasskeyOptions, PasskeySignInBody } from '#domain/people/passkey.ts'
import { ConfirmBody } from '#domain/people/password.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Env } from '../../../platform/http/env.ts'
import { requireAccount, signedIn } from '../../../platform/http/require-account.ts'
import { answers } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { passkeyRequestOptions, signInWithPasskey } from '../passkeys/sign-in-with-passkey.ts'
import type { PasswordProof } from '../passwords/prove-password.ts'
import { requireOwnHand } from '../require-own-hand.ts'
import { passkeySite } from '../second-factor/passkey-site.ts'
import { logSecurity } from '../security-log.ts'
import { confirmSession, noteFactor } from '../sessions/session-queries.ts'

/** Confirming one's identity again before actions that must be closed to anyone who finds the device unlocked. */
export const confirmRoutes = (deps: Deps, prove: PasswordProof) => {
  const confirm = async (c: Context<Env>) => {
    const { accountId, tokenHash } = signedIn(c)
    await confirmSession(deps.database.db, tokenHash, deps.clock.now())
    logSecurity(deps.logger, 'identity_confirmed', { accountId })
    return { message: translate(c.get('locale'), 'account.message.confirmed') }
  }
  return new Hono<Env>()
    .post(
      '/user/confirm',
      answers('account', 'Confirm your identity with the password, for ten minutes', MessageReply),
      requireAccount,
      requireOwnHand,
      validate('json', ConfirmBody),
      async (c) => {
        await prove(signedIn(c), c.req.valid('json').password)
        return c.json(await confirm(c))
      },
    )
    .post(
      '/user/confirm/passkey/options',
      answers('account', 'What a browser needs to confirm your identity with a passkey', PasskeyOptions),
      requireAccount,
      requireOwnHand,
      async (c) => c.json({ ...(await passkeyRequestOptions(deps, passkeySite(c, deps.config))) }),
    )
    .post(
      '/user/confirm/passkey',
      answers('account', 'Confirm your identity with a passkey, for ten minutes', MessageReply),
      requireAccount,
      requireOwnHand,
      validate('json', PasskeySignInBody),
      async (c) => {
        const { id } = await signInWithPasskey(deps, passkeySite(c, deps.config), c.req.valid('json').response)
        if (id !== signedIn(c).accountId) throw new AppError(400, 'passkey_unknown')
        await noteFactor(deps.database.db, signedIn(c).tokenHash, 'passkey')
        return c.json(await confirm(c))
      },
    )
}
