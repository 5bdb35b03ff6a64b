import type { Kysely } from 'kysely'
import { StartError } from '../../platform/runtime/start-error.ts'
import type { Tables } from '../../store/tables.ts'
import { LOST_AFTER_LEASES } from './membership.ts'
import { selectOthers } from './node-queries.ts'

const SINCE = '0064-node'

/**
 * Checked before migrations run: a node of the previous version would not know what they changed. Throws StartError if one is running; without
 * migrations, nodes can be updated one after the other.
 */
export async function requireSameVersion(
  db: Kysely<Tables>,
  pending: readonly string[],
  id: string,
  leaseMs: number,
): Promise<void> {
  if (pending.length === 0 || pending.includes(SINCE)) return
  const [other] = await selectOthers(db, id, LOST_AFTER_LEASES * leaseMs)
  if (!other) return
  throw new StartError(
    `this version changes the database (${pending.at(-1)}), and a node of another version (${[other.version, other.address].filter(Boolean).join(', ')}) is running on it: stop all nodes, then start this one first`,
  )
}
