import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../store/tables.ts'

type StoredColumns = {
  [Table in keyof Tables]?: {
    /** A number, unique for each row. */
    key: keyof Tables[Table] & string
    json?: readonly (keyof Tables[Table] & string)[]
    /** In epoch ms. */
    times?: readonly (keyof Tables[Table] & string)[]
    /** Times in epoch seconds. */
    seconds?: readonly (keyof Tables[Table] & string)[]
  }
}

/**
 * The JSON and the times that are read with `storedJson` and `isoTime`, which put something in the place of what is damaged, or without which
 * something cannot go on.
 */
export const storedColumns = {
  account: { key: 'id', times: ['created_at'] },
  alarm: { key: 'id', json: ['why', 'own_why'], seconds: ['started_at', 'detected_at', 'ended_at', 'verdict_at'] },
  api_token: { key: 'id', json: ['scopes'], times: ['created_at', 'expires_at', 'last_used_at'] },
  audit: { key: 'id', json: ['before', 'after'], times: ['at'] },
  controller: {
    key: 'id',
    times: ['created_at', 'activated_at', 'last_seen_at', 'subscription_ends_at', 'interval_changed_at'],
  },
  customer_notice: { key: 'id', json: ['types', 'region_ids'], times: ['created_at'] },
  delivery: { key: 'id', times: ['created_at', 'due_at', 'sent_at', 'shown_at', 'hidden_at'] },
  firmware: { key: 'id', times: ['uploaded_at'] },
  firmware_rollout: { key: 'id', json: ['plan', 'numbers'], times: ['checked_at', 'created_at'] },
  firmware_rollout_event: { key: 'id', json: ['numbers'], times: ['at'] },
  forwarding: { key: 'id', times: ['created_at', 'due_at', 'last_sent_at'], seconds: ['starts_at'] },
  forwarding_run: { key: 'forwarding_id', json: ['times'], times: ['created_at'] },
  import: { key: 'id', json: ['lines', 'mapping', 'findings'], times: ['created_at', 'finished_at'] },
  job: {
    key: 'id',
    json: ['input', 'result'],
    times: ['from', 'to', 'due_at', 'created_at', 'started_at', 'finished_at'],
  },
  notification: {
    key: 'id',
    json: ['alarm_types', 'rings_always', 'season_kinds'],
    times: ['created_at', 'last_delivered_at', 'ended_at', 'failing_since', 'code_expires_at', 'heard_at'],
  },
  order: {
    key: 'id',
    json: ['cart', 'price'],
    times: ['ordered_at', 'updated_at', 'received_at', 'withdrawn_at'],
  },
  order_history: { key: 'id', json: ['before', 'after'], times: ['at'] },
  order_key_redemption: { key: 'id', times: ['redeemed_at', 'ends_at'] },
  order_payment: { key: 'id', times: ['received_at', 'attended_at'] },
  passkey: { key: 'id', json: ['transports'], times: ['created_at', 'last_used_at'] },
  region: { key: 'id', json: ['geojson', 'outline'] },
  share: { key: 'id', times: ['created_at'], seconds: ['begins_at', 'ends_at'] },
  trouble: { key: 'id', json: ['values'], times: ['since', 'ended_at'] },
} as const satisfies StoredColumns

export type StoredTable = keyof typeof storedColumns
export type StoredRow = { key: number; [column: string]: unknown }

/** Some columns of the next rows of a table after a key, by their keys. */
export const selectStoredValues = (
  db: Kysely<Tables>,
  { table, key, columns }: { table: StoredTable; key: string; columns: readonly string[] },
  { after, limit }: { after: number; limit: number },
): Promise<StoredRow[]> =>
  sql<StoredRow>`select ${sql.ref(key)} as "key", ${sql.join(columns.map((column) => sql.ref(column)))}
    from ${sql.table(table)} where ${sql.ref(key)} > ${after} order by ${sql.ref(key)} limit ${limit}`
    .execute(db)
    .then(({ rows }) => rows)
