import { type MessagePort, workerData } from 'node:worker_threads'
import type { Client, QueryResult } from 'pg'
import { connectionSettings } from './postgres-pool.ts'
import { endsConnection, toDatabaseError } from './postgres-words.ts'

export type Question = { sql: string; values: unknown[] }
/** Statements for one connection that are sent together; none of them ends the connection. */
export type Asked = {
  connection: number
  url: string
  statements: Question[]
  /** The number of statements, counted from the end, whose answer is wanted. */
  wanted: number
  /** Whether they continue a transaction, which a different connection would know nothing about. */
  isContinued: boolean
}
export type Ask = Asked & { id: number }
/** The result of a statement. */
export type Answered = { rows: Record<string, unknown>[]; changes: number; command: string }
export type Answer = { id: number } & ({ results: Answered[] } | { error: { code: string; message: string } })

const { port, answered } = workerData as { port: MessagePort; answered: Int32Array }
const clients = new Map<number, Client>()

async function clientOf({ connection, url, isContinued }: Asked): Promise<Client> {
  const known = clients.get(connection)
  if (known) return known
  if (isContinued) throw new Error('the connection was lost')
  const { default: pg } = await import('pg')
  const client = new pg.Client({ ...(await connectionSettings(url)), pipeline: true })
  const forget = () => {
    if (clients.get(connection) === client) clients.delete(connection)
  }
  client.on('error', forget)
  client.on('end', forget)
  await client.connect()
  clients.set(connection, client)
  return client
}

async function answer(asked: Asked): Promise<Answered[]> {
  if (asked.statements.length === 0) {
    await clients.get(asked.connection)?.end()
    return []
  }
  const client = await clientOf(asked)
  const results = await Promise.allSettled(
    asked.statements.map(({ sql, values }) => client.query(sql, values.length === 0 ? undefined : values)),
  )
  // if several fail, the first one is the cause
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  const wanted = results.slice(-asked.wanted) as PromiseFulfilledResult<QueryResult | QueryResult[]>[]
  return wanted.map(({ value }) => answeredBy(value))
}

function answeredBy(result: QueryResult | QueryResult[]): Answered {
  const { rows, rowCount, command } = Array.isArray(result) ? result.at(-1)! : result
  return { rows: rows.map(withOwnBytes), changes: command === 'SELECT' ? 0 : (rowCount ?? 0), command }
}

/** Copies the driver's buffers: they are parts of larger ones, which would otherwise be transferred to the other thread whole. */
function withOwnBytes(row: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Uint8Array) row[name] = new Uint8Array(value)
  }
  return row
}

port.on('message', async (asked: Ask) => {
  let reply: Answer
  try {
    reply = { id: asked.id, results: await answer(asked) }
  } catch (error) {
    const { code, message } = toDatabaseError(error)
    if (endsConnection(code)) clients.delete(asked.connection)
    reply = { id: asked.id, error: { code, message } }
  }
  port.postMessage(reply)
  Atomics.store(answered, 0, asked.id)
  Atomics.notify(answered, 0)
})
