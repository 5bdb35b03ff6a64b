import { DAY_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { deleteNodes, selectNodes } from './known-node-queries.ts'
import { isLost, nodeName } from './read-nodes.ts'

const FORGOTTEN_AFTER_MS = 14 * DAY_MS

/**
 * Makes the work that tells administrators which nodes are lost, and forgets those that never came back. What was told of a node that is
 * no longer known is over, and one that is back under its address as somebody new is lost no more.
 */
export function createNodeWatch({ database: { db }, clock, troubles }: Pick<Deps, 'database' | 'clock' | 'troubles'>) {
  return async (): Promise<void> => {
    const nodes = await selectNodes(db)
    const forgotten = nodes.filter(({ seen_at }) => seen_at < clock.now() - FORGOTTEN_AFTER_MS)
    const isHere = new Set(nodes.filter((node) => !isLost(node)).map(nodeName))
    const gone = nodes.filter((node) => isLost(node) && !forgotten.includes(node)).map(nodeName)
    const lost = new Set(gone.filter((name) => !isHere.has(name)))
    for (const subject of lost) void troubles.raise({ kind: 'node_lost', subject })
    for (const { kind, subject } of await troubles.open()) {
      if (kind === 'node_lost' && !lost.has(subject ?? '')) void troubles.clear(kind, subject)
    }
    if (forgotten.length > 0) {
      await deleteNodes(
        db,
        forgotten.map(({ id }) => id),
      )
    }
  }
}
