import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../store/tables.ts'

type Db = Kysely<Tables>
/** A node: `id` belongs to the data folder, `session` to the process. */
export type Node = { id: string; session: string; address: string | undefined; version: string }
/** The keeper as far as the database knows; `isOver`: the lease has run out. */
export type Keeper = { epoch: number; holder: string; address: string | null; keys: string | null; isOver: boolean }

/** The database's clock, in epoch ms, as the nodes' clocks may differ. */
const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::int8`
const inMs = (milliseconds: number) => sql<number>`${now} + ${sql.lit(milliseconds)}`

/** When a node that did not stop properly was last seen; it may be back before anybody missed it. */
const lostBefore = sql<number | null>`
  case when node.stopped_at is null and coalesce(node.lost_at, 0) < node.seen_at then node.seen_at else node.lost_at end`

const rowOf = ({ id, session, address, version }: Node) => ({
  id,
  session,
  address: address ?? null,
  version,
  started_at: now,
  seen_at: now,
  stopped_at: null,
  lost_at: null,
  clock_ahead_ms: null,
})

/** Records that a node has started, and that it was lost if it had not stopped. */
export async function insertNode(db: Db, node: Node): Promise<void> {
  const row = rowOf(node)
  await db
    .insertInto('node')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...row, lost_at: lostBefore }))
    .execute()
}

/**
 * Records that a node is alive, even if it was forgotten while it was away, and by how much its clock is ahead (null if it agrees). Returns the
 * database's time in epoch ms; undefined if the row belongs to another process.
 */
export async function touchNode(db: Db, node: Node, clock_ahead_ms: number | null) {
  const touched = await db
    .insertInto('node')
    .values({ ...rowOf(node), clock_ahead_ms })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ seen_at: now, stopped_at: null, clock_ahead_ms })
        .where('node.session', '=', node.session),
    )
    .returning('seen_at')
    .executeTakeFirst()
  return touched?.seen_at
}

export async function stopNode(db: Db, { id, session }: Node): Promise<void> {
  const own = db.updateTable('node').set({ stopped_at: now }).where('id', '=', id)
  await own.where('session', '=', session).execute()
}

/** Marks the nodes that have been silent for this long as lost, and returns them. */
export async function noteLostNodes(db: Db, silentMs: number): Promise<{ id: string; address: string | null }[]> {
  return db
    .updateTable('node')
    .set({ lost_at: now })
    .where('stopped_at', 'is', null)
    .where('seen_at', '<', inMs(-silentMs))
    .where(({ or, eb, ref }) => or([eb('lost_at', 'is', null), eb('lost_at', '<', ref('seen_at'))]))
    .returning(['id', 'address'])
    .execute()
}

/** Nodes other than `id` that were seen within this time. */
export async function selectOthers(db: Db, id: string, silentMs: number) {
  return db
    .selectFrom('node')
    .select(['address', 'version'])
    .where('id', '!=', id)
    .where('stopped_at', 'is', null)
    .where('seen_at', '>=', inMs(-silentMs))
    .execute()
}

export async function selectKeeper(db: Db): Promise<Keeper | undefined> {
  const row = await db
    .selectFrom('keeping as k')
    .leftJoin('node as n', 'n.id', 'k.holder')
    .select(['k.epoch', 'k.holder', 'k.keys', 'n.address'])
    .select(({ eb }) => eb('k.lease_until', '<', now).as('is_over'))
    .executeTakeFirst()
  return row && { ...row, isOver: Boolean(row.is_over) }
}

/** Makes this node the keeper if there is none, or if it was the keeper before a restart. Returns the new epoch; undefined if another node is the keeper. */
export async function claimKeeping(db: Db, { id }: Node, leaseMs: number): Promise<number | undefined> {
  const lease_until = inMs(leaseMs)
  const claimed = await db
    .updateTable('keeping')
    .set(({ eb }) => ({ holder: id, epoch: eb('epoch', '+', 1), lease_until }))
    .where(({ or, eb }) => or([eb('lease_until', '<', now), eb('holder', '=', id)]))
    .returning('epoch')
    .executeTakeFirst()
  if (claimed) return claimed.epoch
  const { rows: first } = await sql<{ epoch: number }>`
    insert into keeping (epoch, holder, lease_until) select 1, ${id}, ${lease_until}
    where not exists (select epoch from keeping) on conflict do nothing returning epoch`.execute(db)
  return first[0]?.epoch
}

/** Ends the transactions of a keeper whose lease is over: it may have frozen in the middle of one, and a claim would wait for it. */
export async function endHeldTransactions(db: Db): Promise<void> {
  await sql`
    select pg_terminate_backend(l.pid) from pg_locks l
    where l.relation = 'keeping'::regclass and l.mode = 'RowShareLock' and l.pid <> pg_backend_pid()
      and l.database = (select oid from pg_database where datname = current_database())`.execute(db)
}

/** Renews the lease; false if another node has taken over. */
export async function renewKeeping(db: Db, epoch: number, leaseMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('keeping')
    .set({ lease_until: inMs(leaseMs) })
    .where('epoch', '=', epoch)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Lets the next node take over at once. */
export async function releaseKeeping(db: Db, epoch: number): Promise<void> {
  await db.updateTable('keeping').set({ lease_until: 0 }).where('epoch', '=', epoch).execute()
}

/** Records the fingerprint of all nodes' keys if none is known yet; returns the recorded one. */
export async function noteKeys(db: Db, keys: string): Promise<string> {
  await db.updateTable('keeping').set({ keys }).where('keys', 'is', null).execute()
  const { keys: known } = await db.selectFrom('keeping').select('keys').executeTakeFirstOrThrow()
  return known!
}
