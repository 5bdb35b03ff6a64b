import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { type Forget, type GivenUp, giveUpControllers } from './give-up-controllers.ts'
import { selectControllerToGiveUp } from './give-up-queries.ts'

export type Release = { id: number; before: { imei: string; name: string; ownerId: number } } | 'unknown' | 'free'

/** A writer's task: takes a transmitter from its owner, in one transaction, while no reading can come in between. */
export const createReleaseController =
  (db: Kysely<Tables>, forget: Forget) =>
  async ({ controllerId, nowMs }: { controllerId: number; nowMs: number }): Promise<Release> => {
    let givenUp: GivenUp | undefined
    const release = await db.transaction().execute(async (within): Promise<Release> => {
      const row = await selectControllerToGiveUp(within, controllerId)
      if (!row) return 'unknown'
      if (row.owner_id === null) return 'free'
      givenUp = await giveUpControllers(within, [row], nowMs)
      return { id: givenUp.newIds[0]!, before: { imei: row.imei, name: row.name, ownerId: row.owner_id } }
    })
    if (givenUp) forget(givenUp.controllerIds, givenUp.seriesIds)
    return release
  }
