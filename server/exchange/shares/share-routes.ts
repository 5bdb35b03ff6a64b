import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { Share, ShareBody, SharedView, ShareRemovedReply, ShareReply } from '#domain/exchange/share.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter } from '../../platform/http/id-parameter.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { knownHost, siteAddress } from '../../platform/http/site-address.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { createShare } from './create-share.ts'
import { listShares } from './list-shares.ts'
import { removeShare } from './remove-share.ts'
import { withShareToken } from './share-token.ts'
import { toShare } from './to-share.ts'
import { viewShare } from './view-share.ts'

export const shareRoutes = (deps: Deps) => {
  const askedSite = (c: Context) => ({
    origin: siteAddress(c, deps.config).origin,
    host: knownHost(c, deps.config),
  })
  return new Hono<Env>()
    .get(
      '/share',
      answers('share', 'The links to your own scales, newest first', v.array(Share)),
      requireAccount,
      async (c) => {
        const account = signedIn(c)
        const shares = await listShares(deps, account)
        const asked = askedSite(c)
        return c.json(shares.map((share) => toShare(deps, share, asked, account)))
      },
    )
    .get(
      '/share/view',
      answers('share', 'The data that the share link of the token in X-Share-Token shows', SharedView),
      withShareToken,
      async (c) => {
        const share = c.get('share')
        if (!share) throw new AppError(404, 'share_unavailable')
        return c.json(await viewShare(deps, share))
      },
    )
    .post(
      '/share',
      answers(
        'share',
        'Create a link to your own scales; repeating it with the same id returns the same link',
        ShareReply,
        201,
        {
          200: ShareReply,
        },
      ),
      requireAccount,
      validate('json', ShareBody, (issues) =>
        issues.some(({ path, code }) => path === 'scales' && code !== 'too_many') ? 'no_scales_selected' : undefined,
      ),
      async (c) => {
        const asked = askedSite(c)
        const { isNew, ...made } = await createShare(deps, signedIn(c), c.req.valid('json'), asked.host)
        const share = toShare(deps, made, asked, signedIn(c))
        return c.json({ message: translate(c.get('locale'), 'share.message.added'), ...share }, isNew ? 201 : 200)
      },
    )
    .delete(
      '/share/:id',
      answers('share', 'Revoke a link: it stops working', ShareRemovedReply),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const { id } = c.req.valid('param')
        await removeShare(deps, signedIn(c), id)
        return c.json({ message: translate(c.get('locale'), 'share.message.removed'), id })
      },
    )
}
