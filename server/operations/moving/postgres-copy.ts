import { once } from 'node:events'
import type { Client, Connection, Submittable } from 'pg'
import { toDatabaseError } from '../../platform/db/postgres-words.ts'
import { endOfRow } from './row-bytes.ts'
import type { Row } from './side.ts'

/** Header (signature, no flags, no extension) and trailer of the binary format; the trailer takes the place of a row's column count. */
const HEADER = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex')
const TRAILER = Buffer.from('ffff', 'hex')

/** The callbacks that the driver expects of a submitted statement; it has none of its own for COPY. */
type Copying = Submittable & {
  handleRowDescription(): void
  handleEmptyQuery(): void
  handlePortalSuspended(): void
  handleCommandComplete(): void
  handleCopyInResponse(connection: Connection): void
  handleCopyData(message: { chunk: Buffer }): void
  handleError(error: Error): void
  handleReadyForQuery(): void
}
const nothing = () => undefined

/** Runs a COPY and resolves once the connection is free again. Throws DatabaseError. */
function copy(client: Client, sql: string, handlers: Partial<Copying>, failed: (error: Error) => void = nothing) {
  return new Promise<void>((resolve, reject) => {
    let failure: Error | undefined
    const copying: Copying = {
      submit: (connection) => void connection.query(sql),
      handleRowDescription: nothing,
      handleEmptyQuery: nothing,
      handlePortalSuspended: nothing,
      handleCommandComplete: nothing,
      handleCopyInResponse: nothing,
      handleCopyData: nothing,
      ...handlers,
      handleError(error) {
        failure ??= toDatabaseError(error)
        failed(failure)
        reject(failure)
      },
      handleReadyForQuery: () => (failure ? reject(failure) : resolve()),
    }
    client.query(copying)
  })
}

/** The rows that a query returns; they must fit into memory. */
export async function copyOut(client: Client, query: string): Promise<Row[]> {
  const chunks: Buffer[] = []
  // the driver reuses the buffer
  const handleCopyData = ({ chunk }: { chunk: Buffer }) => void chunks.push(Buffer.from(chunk))
  await copy(client, `copy (${query}) to stdout (format binary)`, { handleCopyData })
  const bytes = Buffer.concat(chunks)
  const rows: Row[] = []
  let at = HEADER.length
  while (bytes.readInt16BE(at) >= 0) {
    const end = endOfRow(bytes, at)
    rows.push(bytes.subarray(at, end))
    at = end
  }
  return rows
}

/** Writes rows in one statement, at the pace of the server. An error while reading the rows ends it, too. */
export async function copyIn(client: Client, into: string, parts: AsyncIterable<Row[]>): Promise<void> {
  const gone = new AbortController()
  let ofRows: unknown
  const send = async (connection: Connection) => {
    const stream = connection.stream
    const sendChunk = async (chunk: Buffer) => {
      sender(connection).sendCopyFromChunk(chunk)
      if (stream.writableNeedDrain) await once(stream, 'drain', { signal: gone.signal })
    }
    try {
      await sendChunk(HEADER)
      for await (const rows of parts) {
        if (gone.signal.aborted) return
        await sendChunk(Buffer.concat(rows))
      }
      if (gone.signal.aborted) return
      await sendChunk(TRAILER)
      sender(connection).endCopyFrom()
    } catch (error) {
      if (gone.signal.aborted) return
      ofRows = error
      sender(connection).sendCopyFail('the rows could not be read')
    }
  }
  const handlers = { handleCopyInResponse: (connection: Connection) => void send(connection) }
  try {
    await copy(client, `copy ${into} from stdin (format binary)`, handlers, () => gone.abort())
  } catch (error) {
    throw ofRows ?? error
  }
}

/** Methods of the driver's connection that its types lack. */
const sender = (connection: Connection) =>
  connection as Connection & {
    sendCopyFromChunk(chunk: Buffer): void
    endCopyFrom(): void
    sendCopyFail(why: string): void
  }
