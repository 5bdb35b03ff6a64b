import type { Deps } from '../../deps.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'

/**
 * Takes a transmitter from its owner, with all that it measured: it is as new then, and has another number. Throws 404
 * `controller_not_found`, 400 `no_changes` where nobody owns it.
 */
export async function releaseController(
  deps: Pick<Deps, 'database' | 'clock' | 'events' | 'wakeReadingRemoval'>,
  administrator: SignedIn,
  id: number,
): Promise<number> {
  const release = await deps.database.write('releaseController', { controllerId: id, nowMs: deps.clock.now() })
  if (release === 'unknown') throw new AppError(404, 'controller_not_found')
  if (release === 'free') throw new AppError(400, 'no_changes')
  deps.wakeReadingRemoval()
  await recordChange(deps, {
    actorId: administrator.accountId,
    action: 'controller.release',
    subjectType: 'controller',
    subjectId: String(id),
    before: release.before,
    after: { imei: release.before.imei, name: release.before.imei, ownerId: null, id: release.id },
  })
  deps.events.publish({ type: 'controller', controllerId: id, scaleIds: [] })
  return release.id
}
