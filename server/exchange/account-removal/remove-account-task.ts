import type { Kysely } from 'kysely'
import { type Forget, type GivenUp, giveUpControllers } from '../../hives/controllers/give-up-controllers.ts'
import { isLastAdministrator } from '../../people/accounts/users/is-last-administrator.ts'
import { releaseActors } from '../../people/accounts/users/release-actors.ts'
import { buildLetter } from '../../platform/mails/build-letter.ts'
import { storeMail } from '../../platform/mails/queue-mail.ts'
import { translate } from '../../platform/runtime/translate.ts'
import type { Tables } from '../../store/tables.ts'
import {
  type AccountToRemove,
  deleteAccount,
  hasOrders,
  selectAccountToRemove,
  selectFilesOf,
  selectOwnControllers,
} from './account-removal-queries.ts'

export type RemovalInput = {
  accountId: number
  nowMs: number
  excludedAdminEmail: string | undefined
  mailIsAvailable: boolean
}
/** The transmitters that were given up, and the imports and exports that may have left files. */
type Removed = { controllerIds: number[]; importIds: number[]; exportIds: number[] }
export type Removal = Removed | 'last_administrator' | 'unknown'

/**
 * Writer task: deletes an account and everything that belongs to it, and confirms it by mail, in one transaction, so that no reading can come in
 * between. Its transmitters become available to the next owner as if new.
 */
export const createRemoveAccount =
  (db: Kysely<Tables>, forget: Forget) =>
  async ({ accountId, nowMs, excludedAdminEmail, mailIsAvailable }: RemovalInput): Promise<Removal> => {
    let givenUp: GivenUp | undefined
    const removal = await db.transaction().execute(async (within): Promise<Removal> => {
      const account = await selectAccountToRemove(within, accountId)
      if (!account) return 'unknown'
      if (account.admin === 1 && (await isLastAdministrator(within, accountId, excludedAdminEmail))) {
        return 'last_administrator'
      }
      const controllers = await selectOwnControllers(within, accountId)
      givenUp = await giveUpControllers(within, controllers, nowMs)
      const leaving = { id: accountId, email: account.email }
      const files = await selectFilesOf(within, accountId)
      const keepsOrders = await hasOrders(within, accountId)
      await releaseActors(within, leaving, nowMs)
      await deleteAccount(within, leaving)
      if (mailIsAvailable)
        await storeMail(within, { to: account.email, ...farewell(account, keepsOrders) }, { now: nowMs })
      return { controllerIds: givenUp.controllerIds, ...files }
    })
    if (givenUp) forget(givenUp.controllerIds, givenUp.seriesIds)
    return removal
  }

const farewell = ({ email, language }: AccountToRemove, keepsOrders: boolean) =>
  buildLetter(language, {
    subject: translate(language, 'account-mail.deleted.subject'),
    before: [translate(language, `account-mail.deleted.${keepsOrders ? 'textWithOrders' : 'text'}`, { email })],
  })
