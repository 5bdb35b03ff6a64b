import { DAY_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { deleteNodes, selectNodes } from './known-node-queries.ts'
import { isLost, nodeName } from './read-nodes.ts'

const FORGOTTEN_AFTER_MS = 14 * DAY_MS

/** Makes the work that tells administrators which nodes are lost, and forgets those that never came back. */
export function createNodeWatch({ database: { db }, clock, troubles }: Pick<Deps, 'database' | 'clock' | 'troubles'>) {
  return async (): Promise<void> => {
    const nodes = await selectNodes(db)
    const forgotten = nodes.filter(({ seen_at }) => seen_at < clock.now() - FORGOTTEN_AFTER_MS)
    for (const node of nodes) {
      const subject = nodeName(node)
      if (isLost(node) && !forgotten.includes(node)) void troubles.raise({ kind: 'node_lost', subject })
      else void troubles.clear('node_lost', subject)
    }
    if (forgotten.length > 0) {
      await deleteNodes(
        db,
        forgotten.map(({ id }) => id),
      )
    }
  }
}
