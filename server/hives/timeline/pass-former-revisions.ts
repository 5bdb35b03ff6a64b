import type { Deps } from '../../deps.ts'
import { raiseCursor, selectCursor } from './timeline-queries.ts'

/** The revisions between these two, both exclusive, were left out here: whoever knows one has it from changes that were lost. */
export type SkippedRevisions = { after: number; before: number }

/**
 * Lets the revisions of tiles continue after all that were ever given out. A database that was replaced by an older copy, or that lost its newest
 * changes in a crash, would give some out again, and phones would take what changed for what they have. Milliseconds pass faster than folds.
 */
export async function passFormerRevisions({
  database: { db },
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<SkippedRevisions> {
  const after = await selectCursor(db)
  const before = Math.floor(clock.now())
  await raiseCursor(db, before)
  return { after, before }
}
