import { DAY_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { deleteNodes, selectNodes } from './known-node-queries.ts'
import { isLost, nodeName } from './read-nodes.ts'

const FORGOTTEN_AFTER_MS = 14 * DAY_MS

/**
 * Creates the job that tells administrators which nodes are lost and whose clocks differ from the database's, and forgets nodes that never
 * came back. Troubles about nodes no longer known are over, and a node that is back at its address under a new id is no longer lost.
 */
export function createNodeWatch({ database: { db }, troubles }: Pick<Deps, 'database' | 'troubles'>) {
  return async (): Promise<void> => {
    const nodes = await selectNodes(db)
    // by the database's clock, as they are written: by one that runs ahead, this node would be forgotten, too, and end
    const latest = Math.max(...nodes.map(({ seen_at }) => seen_at))
    const forgotten = nodes.filter(({ seen_at }) => seen_at < latest - FORGOTTEN_AFTER_MS)
    const here = nodes.filter((node) => !isLost(node))
    const isHere = new Set(here.map(nodeName))
    const gone = nodes.filter((node) => isLost(node) && !forgotten.includes(node)).map(nodeName)
    const lost = new Set(gone.filter((name) => !isHere.has(name)))
    for (const subject of lost) void troubles.raise({ kind: 'node_lost', subject })
    const apart = new Map<string, number>()
    for (const node of here) {
      if (node.stopped_at === null && node.clock_ahead_ms !== null) apart.set(nodeName(node), node.clock_ahead_ms)
    }
    for (const [subject, aheadMs] of apart) {
      const values = { seconds: Math.round(Math.abs(aheadMs) / 1000), direction: aheadMs > 0 ? 'ahead' : 'behind' }
      void troubles.raise({ kind: 'node_clock', subject, values })
    }
    for (const { kind, subject = '' } of await troubles.open()) {
      const isOver = (kind === 'node_lost' && !lost.has(subject)) || (kind === 'node_clock' && !apart.has(subject))
      if (isOver) void troubles.clear(kind, subject)
    }
    if (forgotten.length > 0) {
      await deleteNodes(
        db,
        forgotten.map(({ id }) => id),
      )
    }
  }
}
