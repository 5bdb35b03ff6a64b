import type { Kysely } from 'kysely'
import type { FleetNode, FleetNodes } from '#domain/operations/fleet.ts'
import { isoTime, isoTimeOrNull } from '../../platform/db/stored-time.ts'
import type { Tables } from '../../store/tables.ts'
import { readWaiting } from '../upkeep/metrics/read-waiting.ts'
import { selectKeeping, selectNodes } from './known-node-queries.ts'
import type { NodeTable } from './node-table.ts'

/** All servers that use the database, or did lately, the one that takes readings first; empty for a single server on a file. */
export async function readNodes(db: Kysely<Tables>, nowMs: number): Promise<FleetNodes> {
  const rows = await selectNodes(db)
  if (rows.length === 0) return { waiting: { requests: 0, seconds: 0 }, items: [] }
  const keeping = await selectKeeping(db)
  const items = rows.map((row) => toNode(row, keeping?.holder))
  const order: FleetNode['state'][] = ['keeper', 'standby', 'lost', 'stopped']
  items.sort(
    (a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.name.localeCompare(b.name, 'en', { numeric: true }),
  )
  return { waiting: await readWaiting(db, nowMs), items }
}

function toNode(row: NodeTable, holder: string | undefined): FleetNode {
  const { id, address, version, started_at, seen_at, lost_at } = row
  return {
    ...{ id, name: nodeName(row), address, version, state: stateOf(row, holder) },
    ...{ started: isoTime(started_at), seen: isoTime(seen_at), lost: isoTimeOrNull(lost_at) },
  }
}

/** The name by which people recognize it. */
export const nodeName = ({ id, address }: Pick<NodeTable, 'id' | 'address'>): string =>
  address?.replace(/^https?:\/\//, '') ?? id.slice(0, 8)

export const isLost = ({ lost_at, seen_at, stopped_at }: NodeTable): boolean =>
  stopped_at === null && lost_at !== null && lost_at >= seen_at

function stateOf(row: NodeTable, holder: string | undefined): FleetNode['state'] {
  if (row.stopped_at !== null) return 'stopped'
  if (isLost(row)) return 'lost'
  return row.id === holder ? 'keeper' : 'standby'
}
