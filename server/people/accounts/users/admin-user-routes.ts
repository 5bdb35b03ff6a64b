import { Hono } from 'hono'
import * as v from 'valibot'
import { Role } from '#domain/people/account.ts'
import {
  AdministeredUser,
  UserEditBody,
  UserList,
  UserReply,
  UserSignedOutReply,
  UserStateBody,
  userSorts,
} from '#domain/people/administered-user.ts'
import type { Deps } from '../../../deps.ts'
import type { Env } from '../../../platform/http/env.ts'
import { IdParameter, IdText } from '../../../platform/http/id-parameter.ts'
import { listQuery } from '../../../platform/http/list-query.ts'
import { requireAccount, requireAdmin, requireManager, signedIn } from '../../../platform/http/require-account.ts'
import { answers } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { affiliationToShow } from '../../affiliations/require-affiliation.ts'
import { changeUserState } from './change-user-state.ts'
import { editUser } from './edit-user.ts'
import { listUsers, readUser } from './read-users.ts'
import { signOutUser } from './sign-out-user.ts'

const yesOrNo = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((text) => text === 'true'),
)
const UsersQuery = v.object({
  ...listQuery(userSorts),
  /** `none`: users without one. */
  affiliationId: v.optional(v.union([IdText, v.literal('none')])),
  role: v.optional(v.pipe(IdText, Role)),
  active: v.optional(yesOrNo),
  admin: v.optional(yesOrNo),
})
const AffiliatedQuery = v.object({ ...UsersQuery.entries, affiliationId: v.optional(IdText) })

/** Users, for administrators; for managers those of their own affiliation, read-only. */
export const adminUserRoutes = (deps: Deps) => {
  const { db } = deps.database
  return new Hono<Env>()
    .get(
      '/admin/users',
      answers('user', 'All users, page by page', UserList),
      requireAccount,
      requireAdmin,
      validate('query', UsersQuery),
      async (c) => {
        const { affiliationId, ...query } = c.req.valid('query')
        return c.json(await listUsers(db, { ...query, affiliationId: affiliationId === 'none' ? null : affiliationId }))
      },
    )
    .get(
      '/admin/affiliatedUsers',
      answers('user', 'The users of an affiliation; managers see their own', UserList),
      requireAccount,
      requireManager,
      validate('query', AffiliatedQuery),
      async (c) => {
        const { affiliationId: asked, ...query } = c.req.valid('query')
        const affiliationId = await affiliationToShow(db, signedIn(c), asked)
        if (affiliationId === undefined) return c.json({ items: [], nextCursor: null })
        return c.json(await listUsers(db, { ...query, affiliationId }))
      },
    )
    .get(
      '/admin/user/:id',
      answers('user', 'One user', AdministeredUser),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      async (c) => c.json(await readUser(deps, c.req.valid('param').id)),
    )
    .post(
      '/admin/user/:id/changestate',
      answers('user', 'Switch a user on or off; switching off signs them out everywhere', UserReply),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      validate('json', UserStateBody),
      async (c) => {
        const { id } = c.req.valid('param')
        const active = await changeUserState(deps, signedIn(c), id, c.req.valid('json').active)
        const message = translate(c.get('locale'), `account.message.${active ? 'user_on' : 'user_off'}`)
        return c.json({ message, ...(await readUser(deps, id)) })
      },
    )
    .post(
      '/admin/user/:id/profile',
      answers(
        'user',
        'Change a user’s profile, role, affiliation and rights; omitted fields stay unchanged',
        UserReply,
      ),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      validate('json', UserEditBody),
      async (c) => {
        const { id } = c.req.valid('param')
        await editUser(deps, signedIn(c), id, c.req.valid('json'))
        const message = translate(c.get('locale'), 'account.message.user_saved')
        return c.json({ message, ...(await readUser(deps, id)) })
      },
    )
    .post(
      '/admin/user/:id/signOut',
      answers('user', 'Sign a user out everywhere', UserSignedOutReply),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      async (c) => {
        const { id } = c.req.valid('param')
        const ended = await signOutUser(deps, signedIn(c), id)
        const message = translate(c.get('locale'), 'account.message.user_signed_out', { ended })
        return c.json({ message, userId: id, ended })
      },
    )
}
