import { Hono } from 'hono'
import * as v from 'valibot'
import { ApiToken, ApiTokenBody, ApiTokenRemovedReply, ApiTokenReply } from '#domain/people/api-token.ts'
import type { Deps } from '../../../deps.ts'
import { isoTime, isoTimeOrNull } from '../../../platform/db/stored-time.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { clientAddress } from '../../../platform/http/connections/client-connection.ts'
import type { Env } from '../../../platform/http/env.ts'
import { IdParameter } from '../../../platform/http/id-parameter.ts'
import { requireAccount, signedIn } from '../../../platform/http/require-account.ts'
import { answers } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { requireConfirmed } from '../require-confirmed.ts'
import { requireOwnHand } from '../require-own-hand.ts'
import { requireShownFactor } from '../second-factor/require-shown-factor.ts'
import { logSecurity } from '../security-log.ts'
import { type ApiTokenRow, deleteApiTokenOf, selectApiTokensOf } from './api-token-queries.ts'
import { makeApiToken } from './make-api-token.ts'
import { hasEnded, scopesOf } from './open-api-token.ts'

/** The tokens with which an account's scripts read. */
export const apiTokenRoutes = (deps: Deps) => {
  const { db } = deps.database
  const toApiToken = (row: ApiTokenRow): ApiToken => ({
    id: row.id,
    name: row.name,
    scopes: scopesOf(row.scopes),
    createdAt: isoTime(row.created_at),
    expiresAt: isoTime(row.expires_at),
    hasEnded: hasEnded(row, deps.clock.now()),
    lastUsedAt: isoTimeOrNull(row.last_used_at),
  })
  return new Hono<Env>()
    .get(
      '/user/apiToken',
      answers('account', 'Your own tokens for scripts and spreadsheets', v.array(ApiToken)),
      requireAccount,
      async (c) => c.json((await selectApiTokensOf(db, signedIn(c).accountId)).map(toApiToken)),
    )
    .post(
      '/user/apiToken',
      answers('account', 'Create a token that reads `/api/v1`; it is only shown in this response', ApiTokenReply, 201, {
        200: ApiTokenReply,
      }),
      requireAccount,
      requireOwnHand,
      requireShownFactor(deps),
      requireConfirmed(deps),
      validate('json', ApiTokenBody),
      async (c) => {
        const { accountId } = signedIn(c)
        const { row, token, isNew } = await makeApiToken(deps, accountId, c.req.valid('json'))
        if (isNew)
          logSecurity(deps.logger, 'api_token_made', {
            accountId,
            tokenId: row.id,
            from: clientAddress(c, deps.config),
          })
        return c.json(
          { message: translate(c.get('locale'), 'account.message.api_token_made'), ...toApiToken(row), token },
          isNew ? 201 : 200,
        )
      },
    )
    .delete(
      '/user/apiToken/:id',
      answers('account', 'Revoke a token: it stops working', ApiTokenRemovedReply),
      requireAccount,
      requireOwnHand,
      validate('param', IdParameter),
      async (c) => {
        const { id } = c.req.valid('param')
        const { accountId } = signedIn(c)
        if (!(await deleteApiTokenOf(db, accountId, id))) throw new AppError(404, 'not_found')
        logSecurity(deps.logger, 'api_token_revoked', { accountId, tokenId: id })
        return c.json({ message: translate(c.get('locale'), 'account.message.api_token_revoked'), id })
      },
    )
}
