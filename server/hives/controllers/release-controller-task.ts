import type { Kysely } from 'kysely'
import { type Author, recordEntry } from '../../platform/audit/record-entry.ts'
import type { Tables } from '../../store/tables.ts'
import { type Forget, type GivenUp, giveUpControllers } from './give-up-controllers.ts'
import { selectControllerToGiveUp } from './give-up-queries.ts'

/** The new id, and whose it was. */
export type Release = { id: number; before: { ownerId: number; name: string; imei: string } } | 'unknown' | 'free'
export type ReleaseInput = { controllerId: number; nowMs: number; author: Author }

/** Writer task: takes a transmitter from its owner and records who did, in one transaction that no reading can interrupt. */
export const createReleaseController =
  (db: Kysely<Tables>, forget: Forget) =>
  async ({ controllerId, nowMs, author }: ReleaseInput): Promise<Release> => {
    let givenUp: GivenUp | undefined
    const release = await db.transaction().execute(async (within): Promise<Release> => {
      const row = await selectControllerToGiveUp(within, controllerId)
      if (!row) return 'unknown'
      if (row.owner_id === null) return 'free'
      givenUp = await giveUpControllers(within, [row], nowMs)
      const id = givenUp.newIds[0]!
      await recordEntry(within, author, {
        action: 'controller.release',
        subjectType: 'controller',
        subjectId: String(controllerId),
        before: { imei: row.imei, name: row.name, ownerId: row.owner_id },
        after: { imei: row.imei, name: row.imei, ownerId: null, id },
      })
      return { id, before: { ownerId: row.owner_id, name: row.name, imei: row.imei } }
    })
    if (givenUp) forget(givenUp.controllerIds, givenUp.seriesIds)
    return release
  }
