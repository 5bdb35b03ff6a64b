import type { Column, Row } from './side.ts'

/**
 * A row in the format of PostgreSQL's binary COPY: the number of columns (int16), then for each its length in bytes (int32, -1 for null) and
 * its bytes: integers and reals as 8 bytes, texts as UTF-8; all big-endian.
 * https://www.postgresql.org/docs/15/sql-copy.html, Binary Format
 */
export type Value = bigint | number | string | Uint8Array | null

const COUNT_BYTES = 2
const LENGTH_BYTES = 4
const NUMBER_BYTES = 8
const NULL = -1

/** A value that does not fit its column: SQLite stores any type in any column. */
export class WrongValueError extends Error {
  readonly column: string

  constructor({ name, kind }: Column, value: Value) {
    const said = value instanceof Uint8Array ? `${value.length} bytes` : JSON.stringify(String(value)).slice(0, 60)
    super(`${name} holds ${said}, where ${expected[kind]} belongs`)
    this.column = name
  }
}
const expected = { integer: 'a whole number', real: 'a number', text: 'a text', bytes: 'bytes' }

/** Encodes the values of a row. Throws WrongValueError. */
export function encodeRow(columns: readonly Column[], values: readonly Value[]): Row {
  const sizes = columns.map((column, at) => sizeOf(column, values[at]!))
  const row = Buffer.allocUnsafe(COUNT_BYTES + sizes.reduce((sum, size) => sum + LENGTH_BYTES + Math.max(size, 0), 0))
  let at = row.writeInt16BE(columns.length)
  for (const [index, { kind }] of columns.entries()) {
    const size = sizes[index]!
    at = row.writeInt32BE(size, at)
    if (size === NULL) continue
    const value = values[index]!
    if (kind === 'integer') row.writeBigInt64BE(value as bigint, at)
    // SQLite has no negative zero
    else if (kind === 'real') row.writeDoubleBE(Number(value) + 0, at)
    else if (kind === 'text') row.write(value as string, at)
    else row.set(value as Uint8Array, at)
    at += size
  }
  return row
}

function sizeOf(column: Column, value: Value): number {
  if (value === null) return NULL
  const { kind } = column
  if (kind === 'integer' && typeof value === 'bigint') return NUMBER_BYTES
  if (kind === 'real' && (typeof value === 'number' || typeof value === 'bigint')) return NUMBER_BYTES
  if (kind === 'text' && typeof value === 'string') return Buffer.byteLength(value)
  if (kind === 'bytes' && value instanceof Uint8Array) return value.length
  throw new WrongValueError(column, value)
}

export function decodeRow(columns: readonly Column[], row: Row): Value[] {
  let at = COUNT_BYTES
  return columns.map(({ kind }) => {
    const size = row.readInt32BE(at)
    at += LENGTH_BYTES
    if (size === NULL) return null
    const from = at
    at += size
    if (kind === 'integer') return row.readBigInt64BE(from)
    if (kind === 'real') return row.readDoubleBE(from)
    return kind === 'text' ? row.toString('utf8', from, at) : row.subarray(from, at)
  })
}

/** The position after a row that begins at `from`. */
export function endOfRow(bytes: Buffer, from: number): number {
  let at = from + COUNT_BYTES
  for (let left = bytes.readInt16BE(from); left > 0; left--) at += LENGTH_BYTES + Math.max(bytes.readInt32BE(at), 0)
  return at
}
