import type { Deps } from '../../../deps.ts'
import { planDeliveries } from '../planning/plan-deliveries.ts'
import { selectOutlastingMutes } from './ended-mute-queries.ts'

/**
 * Plans that what began while it was muted, and still goes on, rings when the mute ends, on channels where it has not rung. Returns whether
 * there may be anything to send.
 */
export async function tellOutlasting({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<boolean> {
  const now = clock.now()
  const ids = await selectOutlastingMutes(database.db, now)
  if (ids.length === 0) return false
  const changes = ids.map((id) => ({ id, previousStatus: null, shownAt: Math.floor(now / 1000) }))
  await database.db.transaction().execute((db) => planDeliveries(db, changes, now))
  return true
}
