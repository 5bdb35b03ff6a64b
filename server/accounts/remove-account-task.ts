import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import {
  deleteAccount,
  deleteInboxOf,
  deleteSeries,
  otherAdministratorExists,
  replaceController,
  selectAccountToRemove,
  selectOwnControllers,
  selectScaleIdsOf,
} from './account-removal-queries.ts'

export type Removal = 'removed' | 'last_administrator' | 'unknown'

/** What the write path has in memory of transmitters and their series, to be dropped. */
export type Forget = (controllerIds: readonly number[], seriesIds: readonly number[]) => void

/**
 * A writer's task: deletes an account with all that is its own, in one transaction, while no reading can come in between.
 * Its transmitters become free for the next owner, as new ones.
 */
export const createRemoveAccount =
  (db: Kysely<Tables>, forget: Forget) =>
  async ({ accountId, nowMs }: { accountId: number; nowMs: number }): Promise<Removal> => {
    let controllerIds: number[] = []
    let seriesIds: number[] = []
    const removal = await db.transaction().execute(async (within): Promise<Removal> => {
      const account = await selectAccountToRemove(within, accountId)
      if (!account) return 'unknown'
      if (account.admin === 1 && !(await otherAdministratorExists(within, accountId))) return 'last_administrator'
      const controllers = await selectOwnControllers(within, accountId)
      controllerIds = controllers.map(({ id }) => id)
      seriesIds = [...(await selectScaleIdsOf(within, accountId)), ...controllerIds.map((id) => -id)]
      await deleteSeries(within, seriesIds)
      await deleteInboxOf(within, controllerIds)
      for (const controller of controllers) await replaceController(within, controller, nowMs)
      await deleteAccount(within, { id: accountId, email: account.email })
      return 'removed'
    })
    if (removal === 'removed') forget(controllerIds, seriesIds)
    return removal
  }
