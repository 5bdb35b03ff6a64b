import type { InferOutput } from 'valibot'
import type { ControllerBody } from '#domain/hives/controller.ts'
import type { Deps } from '../../deps.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { changesOf, columnsOf, withHand } from './controller-changes.ts'
import { type ControllerRow, updateController } from './controller-queries.ts'
import { formerInterval } from './interval-in-force.ts'
import { placeInRegions } from './place-in-regions.ts'
import { requireRegions } from './require-regions.ts'
import { requireController, type VisibleController } from './visible-controllers.ts'

type Edit = InferOutput<typeof ControllerBody>

/** Changes a transmitter. Throws 404, 403, and 400 `no_changes` if nothing would change. */
export async function editController(
  { database: { db }, clock, events }: Pick<Deps, 'database' | 'clock' | 'events'>,
  account: SignedIn,
  id: number,
  edit: Edit,
): Promise<VisibleController> {
  const { row, access } = await requireController(db, account, id, 'write')
  const changes = changesOf(row, withHand(row, columnsOf(edit)))
  if (Object.keys(changes).length === 0) throw new AppError(400, 'no_changes')
  await requireRegions(db, [changes.primary_region_id, changes.secondary_region_id])
  const changed = await db.transaction().execute(async (transaction) => {
    const updated = await updateController(transaction, id, {
      ...changes,
      ...formerInterval(row, changes, clock.now()),
    })
    const placed = updated && (await placeInRegions(transaction, updated))
    if (placed) {
      const change = { action: 'controller.edit', subjectType: 'controller', subjectId: String(id) }
      const part = (of: ControllerRow) =>
        Object.fromEntries(Object.keys(changes).map((name) => [name, Reflect.get(of, name)]))
      const states = { before: part(row), after: part(placed) }
      await recordAdministration(
        { database: { db: transaction }, clock },
        { account, access },
        { ...change, ...states },
      )
    }
    return placed
  })
  if (!changed) throw new AppError(404, 'controller_not_found')
  events.publish({ type: 'controller', controllerId: id, scaleIds: [] })
  return { id, access, row: changed }
}
