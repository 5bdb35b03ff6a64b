import type { Deps } from '../../deps.ts'
import { planDeliveries } from '../notifications/planning/plan-deliveries.ts'
import { listed, tell } from './changed-scales.ts'
import { closeOutOfUse, type OutOfUse, selectOutOfUse } from './out-of-use-queries.ts'

type EndDeps = Pick<Deps, 'database' | 'clock' | 'events' | 'loops' | 'wakeDeliveries'>

/**
 * Creates the job that ends open alarms of scales that were archived, switched off or emptied, each alarm by itself, since their
 * weights are no longer judged. They leave the screens like any others that are over. While the clock is in doubt nothing ends.
 */
export function createOutOfUseEnding(deps: EndDeps): () => Promise<void> {
  const each = deps.loops('alarms of scales out of use')
  return async () => {
    if (!deps.clock.isTrusted()) return
    const changed = new Map<number, Set<number>>()
    await each.run(
      await selectOutOfUse(deps.database.db),
      ({ id }) => `alarm ${id}`,
      async (alarm) => {
        if (await end(deps, alarm)) tell(changed, alarm.controllerId, alarm.scaleId)
      },
    )
    for (const one of listed(changed)) deps.events.publish({ type: 'alarm', ...one })
    if (changed.size > 0) deps.wakeDeliveries()
  }
}

/** The alarm ends when its scale was last heard from, as far as that is known. */
async function end({ database, clock }: EndDeps, alarm: OutOfUse): Promise<boolean> {
  const now = clock.now()
  const detectedAt = Number(alarm.detected_at)
  const lastAt = Math.max(detectedAt, Number(alarm.lastAt ?? detectedAt))
  return database.db.transaction().execute(async (db) => {
    const isClosed = await closeOutOfUse(db, alarm, Math.min(lastAt, Math.floor(now / 1000)))
    if (isClosed) await planDeliveries(db, [{ id: alarm.id, previousStatus: alarm.status }], now)
    return isClosed
  })
}
