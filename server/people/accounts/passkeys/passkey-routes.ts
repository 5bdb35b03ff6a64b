import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { deviceNameOf } from '#domain/hives/device-name.ts'
import { LoginReply } from '#domain/people/account.ts'
import {
  Passkey,
  PasskeyBody,
  PasskeyEditBody,
  PasskeyOptions,
  PasskeyRemovedReply,
  PasskeyReply,
  PasskeySignInBody,
} from '#domain/people/passkey.ts'
import type { Deps } from '../../../deps.ts'
import { isoTime, isoTimeOrNull } from '../../../platform/db/stored-time.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { clientAddress, countedAddress } from '../../../platform/http/connections/client-connection.ts'
import type { Env } from '../../../platform/http/env.ts'
import { IdParameter } from '../../../platform/http/id-parameter.ts'
import { createPlaceLimit } from '../../../platform/http/limits/place-limit.ts'
import { requireAccount, signedIn } from '../../../platform/http/require-account.ts'
import { answers, withoutSession } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { toLoginReply } from '../account-reply.ts'
import { requireConfirmed } from '../require-confirmed.ts'
import { requireOwnHand } from '../require-own-hand.ts'
import { type PasskeyRow, renamePasskeyOf, selectPasskeysOf } from '../second-factor/passkey-queries.ts'
import { passkeySite } from '../second-factor/passkey-site.ts'
import { requireShownFactor } from '../second-factor/require-shown-factor.ts'
import { logSecurity } from '../security-log.ts'
import type { OpenSession } from '../sign-in/open-session.ts'
import { addPasskey, passkeyCreationOptions } from './add-passkey.ts'
import { removePasskey } from './remove-passkey.ts'
import { passkeyRequestOptions, signInWithPasskey } from './sign-in-with-passkey.ts'

const SIGN_INS_A_PLACE = 60
const WITHIN_SECONDS = 15 * 60

const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: isoTime(row.created_at),
  lastUsedAt: isoTimeOrNull(row.last_used_at),
})

/** The name of a passkey until its owner changes it: the device it was created on. */
function usualName(c: Context): string {
  const { browser, system } = deviceNameOf(c.req.header('user-agent') ?? '')
  return [system, browser].filter(Boolean).join(' · ') || 'Passkey'
}

export const passkeyRoutes = (deps: Deps, openSession: OpenSession) => {
  const { config, database } = deps
  const places = createPlaceLimit(SIGN_INS_A_PLACE, WITHIN_SECONDS)
  return new Hono<Env>()
    .post(
      '/user/login/passkey/options',
      answers('session', 'What a browser needs to sign in with a passkey', PasskeyOptions),
      withoutSession,
      async (c) => {
        await places.consume(countedAddress(c, config))
        return c.json({ ...(await passkeyRequestOptions(deps, passkeySite(c, config))) })
      },
    )
    .post(
      '/user/login/passkey',
      answers('session', 'Sign in with a passkey', LoginReply),
      withoutSession,
      validate('json', PasskeySignInBody),
      async (c) => {
        const account = await signInWithPasskey(deps, passkeySite(c, config), c.req.valid('json').response)
        await openSession(c, account, 'signed_in', 'passkey')
        return c.json(toLoginReply(account, 'passkey', config, translate(c.get('locale'), 'account.message.signed_in')))
      },
    )
    .post(
      '/user/passkey/options',
      answers('account', 'What a browser needs to create a passkey', PasskeyOptions),
      requireAccount,
      requireOwnHand,
      requireShownFactor(deps),
      requireConfirmed(deps),
      async (c) => c.json({ ...(await passkeyCreationOptions(deps, signedIn(c), passkeySite(c, config))) }),
    )
    .get('/user/passkey', answers('account', 'Your own passkeys', v.array(Passkey)), requireAccount, async (c) =>
      c.json((await selectPasskeysOf(database.db, signedIn(c).accountId)).map(toPasskey)),
    )
    .post(
      '/user/passkey',
      answers('account', 'Add a passkey', PasskeyReply, 201),
      requireAccount,
      requireOwnHand,
      requireShownFactor(deps),
      requireConfirmed(deps),
      validate('json', PasskeyBody),
      async (c) => {
        const { name = usualName(c), response } = c.req.valid('json')
        const row = await addPasskey(deps, signedIn(c), passkeySite(c, config), { name, response })
        logSecurity(deps.logger, 'passkey_added', { accountId: signedIn(c).accountId, from: clientAddress(c, config) })
        return c.json({ message: translate(c.get('locale'), 'account.message.passkey_added'), ...toPasskey(row) }, 201)
      },
    )
    .post(
      '/user/passkey/:id',
      answers('account', 'Rename a passkey', PasskeyReply),
      requireAccount,
      requireOwnHand,
      validate('param', IdParameter),
      validate('json', PasskeyEditBody),
      async (c) => {
        const { name } = c.req.valid('json')
        const row = await renamePasskeyOf(database.db, signedIn(c).accountId, c.req.valid('param').id, name)
        if (!row) throw new AppError(404, 'not_found')
        return c.json({ message: translate(c.get('locale'), 'account.message.passkey_renamed'), ...toPasskey(row) })
      },
    )
    .delete(
      '/user/passkey/:id',
      answers('account', 'Remove a passkey', PasskeyRemovedReply),
      requireAccount,
      requireOwnHand,
      requireShownFactor(deps),
      validate('param', IdParameter),
      async (c) => {
        const { id } = c.req.valid('param')
        await removePasskey(deps, signedIn(c), id)
        logSecurity(deps.logger, 'passkey_removed', { accountId: signedIn(c).accountId })
        return c.json({ message: translate(c.get('locale'), 'account.message.passkey_removed'), id })
      },
    )
}
