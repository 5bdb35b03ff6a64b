import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { forgetInbox } from '../readings/inbox/forget-inbox.ts'
import type { ControllerRow } from './controller-queries.ts'
import { deleteLast, replaceController, selectScaleIdsOf } from './give-up-queries.ts'

/** Drops what the write path holds in memory about transmitters and their series. */
export type Forget = (controllerIds: readonly number[], seriesIds: readonly number[]) => void

export type GivenUp = { controllerIds: number[]; seriesIds: number[]; newIds: number[] }

/**
 * Part of a writer task: frees transmitters for their next owners, as if new, within the caller's transaction. Their readings then
 * belong to nobody, and `createReadingRemoval` deletes them. The caller must drop what memory holds about them.
 */
export async function giveUpControllers(
  within: Kysely<Tables>,
  controllers: readonly ControllerRow[],
  nowMs: number,
): Promise<GivenUp> {
  const controllerIds = controllers.map(({ id }) => id)
  const scaleIds = await selectScaleIdsOf(within, controllerIds)
  const seriesIds = [...scaleIds, ...controllerIds.map((id) => -id)]
  await deleteLast(within, scaleIds)
  await forgetInbox(within, controllerIds, scaleIds)
  const newIds: number[] = []
  for (const controller of controllers) newIds.push(await replaceController(within, controller, nowMs))
  return { controllerIds, seriesIds, newIds }
}
