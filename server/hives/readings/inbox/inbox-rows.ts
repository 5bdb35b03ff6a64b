import type { RawColumnName } from '#domain/hives/tiles/timeline-tile.ts'

/**
 * Readings that already know their series (a scale's id, or a controller's negative id), in inbox format: row after row in one
 * array, seven 32-bit integers each, ABSENT where a value is missing. In the machine's own byte order, as they are written and read
 * on the same machine.
 */
export type InboxRows = { length: number; fields: Int32Array }

/** Positions of the values in a row, in the order of a raw tile's columns. */
export const InboxField = {
  seriesId: 0,
  time: 1,
  weight: 2,
  temperature: 3,
  humidity: 4,
  battery: 5,
  signal: 6,
} as const satisfies Record<'seriesId' | 'time' | RawColumnName, number>
export const INBOX_FIELDS = Object.keys(InboxField).length

export const emptyInboxRows = (capacity: number): InboxRows => ({
  length: 0,
  fields: new Int32Array(capacity * INBOX_FIELDS),
})

/** A copy of the row that begins at `at`. */
export const rowAt = (fields: Int32Array, at: number): Int32Array => fields.slice(at, at + INBOX_FIELDS)

export const seriesAt = (fields: Int32Array, at: number): number => fields[at + InboxField.seriesId]!

/** Epoch seconds; from 2038 on they include the integer's sign bit. */
export const timeAt = (fields: Int32Array, at: number): number => fields[at + InboxField.time]! >>> 0

export const encodeInboxRows = ({ length, fields }: InboxRows): Uint8Array =>
  new Uint8Array(fields.buffer, fields.byteOffset, length * INBOX_FIELDS * Int32Array.BYTES_PER_ELEMENT)

export function decodeInboxRows(body: Uint8Array): InboxRows {
  const fields = new Int32Array(new Uint8Array(body).buffer)
  return { length: fields.length / INBOX_FIELDS, fields }
}
