import type { Kysely } from 'kysely'
import { tellOwner } from '../../people/accounts/tell-owner.ts'
import { type Author, recordEntry } from '../../platform/audit/record-entry.ts'
import type { Tables } from '../../store/tables.ts'
import { type Forget, type GivenUp, giveUpControllers } from './give-up-controllers.ts'
import { selectControllerToGiveUp } from './give-up-queries.ts'

export type Release = { newId: number } | 'unknown' | 'free'
export type ReleaseInput = { controllerId: number; nowMs: number; author: Author; mailIsAvailable: boolean }

/** Writer task: takes a transmitter from its owner, tells them and records who did, in one transaction that no reading can interrupt. */
export const createReleaseController =
  (db: Kysely<Tables>, forget: Forget) =>
  async ({ controllerId, nowMs, author, mailIsAvailable }: ReleaseInput): Promise<Release> => {
    let givenUp: GivenUp | undefined
    const release = await db.transaction().execute(async (within): Promise<Release> => {
      const row = await selectControllerToGiveUp(within, controllerId)
      if (!row) return 'unknown'
      if (row.owner_id === null) return 'free'
      givenUp = await giveUpControllers(within, [row], nowMs)
      const newId = givenUp.newIds[0]!
      const deps = { clock: { now: () => nowMs }, mailer: { available: mailIsAvailable } }
      await tellOwner(deps, within, row.owner_id, 'transmitter_released', { name: row.name, imei: row.imei })
      await recordEntry(within, author, {
        action: 'controller.release',
        subjectType: 'controller',
        subjectId: String(controllerId),
        before: { imei: row.imei, name: row.name, ownerId: row.owner_id },
        after: { imei: row.imei, name: row.imei, ownerId: null, id: newId },
      })
      return { newId }
    })
    if (givenUp) forget(givenUp.controllerIds, givenUp.seriesIds)
    return release
  }
