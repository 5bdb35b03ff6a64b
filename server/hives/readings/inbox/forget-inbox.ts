import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import { joinParts, partsOfInbox } from './inbox-parts.ts'
import { deleteInbox, deleteInboxOf, selectSharedInboxAfter, updateSharedInbox } from './inbox-queries.ts'

/** Deletes the unfolded inbox contents of transmitters and their scales, in the caller's transaction. What other transmitters sent in the same rows stays. */
export async function forgetInbox(
  within: Kysely<Tables>,
  controllerIds: readonly number[],
  scaleIds: readonly number[],
): Promise<void> {
  await deleteInboxOf(within, controllerIds)
  const gone = new Set(controllerIds)
  const goneScales = new Set(scaleIds)
  const controllerOf = (seriesId: number) => {
    if (seriesId < 0) return -seriesId
    return goneScales.has(seriesId) ? controllerIds[0] : undefined
  }
  for (let row = await selectSharedInboxAfter(within, 0); row; row = await selectSharedInboxAfter(within, row.id)) {
    const parts = partsOfInbox(row, controllerOf)
    const left = parts.filter(({ controllerId }) => !gone.has(controllerId))
    if (left.length === parts.length) continue
    const joined = joinParts(left)
    if (joined) await updateSharedInbox(within, row.id, joined)
    else await deleteInbox(within, row.id)
  }
}
