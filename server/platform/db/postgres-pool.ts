import type { ClientConfig, Pool, PoolConfig } from 'pg'

/** The number of connections of a node, however many requests there are: requests wait here for a free one. */
export const CONNECTIONS = 12

/** After this long without an answer, there will be none: the network is gone, and neither side was told. */
export const ANSWERED_WITHIN_MS = 60_000

const WAIT_AT_MOST_MS = 10_000
const IDLE_MS = 30_000

const BOOL = 16
const INT8 = 20
const NUMERIC = 1700

/** Values are returned as by SQLite: all numbers as numbers, booleans as 1 or 0. */
const parserOf = new Map<number, (text: string) => unknown>([
  [BOOL, (text) => (text === 't' ? 1 : 0)],
  [INT8, Number],
  [NUMERIC, Number],
])

/** Connection settings for a `postgres:` address. */
export async function connectionSettings(url: string): Promise<ClientConfig> {
  const { default: pg } = await import('pg')
  const getTypeParser = (oid: number, format?: 'text') => parserOf.get(oid) ?? pg.types.getTypeParser(oid, format)
  return {
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: WAIT_AT_MOST_MS,
    fallback_application_name: 'HiveWatch',
    types: { getTypeParser: getTypeParser as typeof pg.types.getTypeParser },
  }
}

/** Connections to the database of a `postgres:` address. None is opened before it is needed. */
export async function openPool(
  url: string,
  options: Pick<PoolConfig, 'max' | 'allowExitOnIdle' | 'connectionTimeoutMillis' | 'query_timeout'> = {},
): Promise<Pool> {
  const { default: pg } = await import('pg')
  const settings = await connectionSettings(url)
  // queries issued together are sent together
  const pool = new pg.Pool({ ...settings, pipeline: true, max: CONNECTIONS, idleTimeoutMillis: IDLE_MS, ...options })
  // errors of an idle connection: whoever uses it next will see them
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}
