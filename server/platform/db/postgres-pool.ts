import type { ClientConfig, Pool, PoolConfig } from 'pg'

/** So many connections has a node, whatever the number of requests: what there is none for waits here. */
export const CONNECTIONS = 12

/** Who has heard nothing for so long hears nothing any more: the network is gone, and neither side was told. */
export const ANSWERED_WITHIN_MS = 60_000

const WAIT_AT_MOST_MS = 10_000
const IDLE_MS = 30_000

const BOOL = 16
const INT8 = 20
const NUMERIC = 1700

/** Values come as they do from SQLite: all numbers as numbers, a yes or no as 1 or 0. */
const parserOf = new Map<number, (text: string) => unknown>([
  [BOOL, (text) => (text === 't' ? 1 : 0)],
  [INT8, Number],
  [NUMERIC, Number],
])

/** How to connect to a `postgres:` address. */
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
  // what is asked together goes out together
  const pool = new pg.Pool({ ...settings, pipeline: true, max: CONNECTIONS, idleTimeoutMillis: IDLE_MS, ...options })
  // what a connection says while nobody asks it anything: the next one who does hears of it
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}
