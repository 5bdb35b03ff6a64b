import type { Deps } from '../../deps.ts'
import { authorOf } from '../../platform/audit/record-change.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'

/**
 * Takes a transmitter and all its readings from its owner, who is notified. It is then like new, with a new id. Throws 404
 * `controller_not_found`, 400 `no_changes` if it has no owner.
 */
export async function releaseController(
  deps: Pick<Deps, 'database' | 'clock' | 'events' | 'mailer' | 'wakeMails' | 'wakeReadingRemoval'>,
  administrator: SignedIn,
  id: number,
): Promise<number> {
  const { database, clock, mailer } = deps
  const author = authorOf(clock, administrator.accountId)
  const release = await database.write('releaseController', {
    ...{ controllerId: id, nowMs: clock.now(), author },
    mailIsAvailable: mailer.available,
  })
  if (release === 'unknown') throw new AppError(404, 'controller_not_found')
  if (release === 'free') throw new AppError(400, 'no_changes')
  deps.wakeReadingRemoval()
  deps.events.publish({ type: 'controller', controllerId: id, scaleIds: [] })
  deps.wakeMails()
  return release.newId
}
