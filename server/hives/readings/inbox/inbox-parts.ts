import type { InboxRow } from '../store/hot-statements.ts'
import { decodeInboxRows, encodeInboxRows, INBOX_FIELDS, type InboxRows, seriesAt } from './inbox-rows.ts'
import { decodeSenders, encodeSenders, type InboxSender } from './inbox-senders.ts'

/** What an inbox row holds of one request. */
export type InboxPart = { controllerId: number; receivedAt: number; rows: InboxRows }

const NOBODY = 0
const READING_BYTES = INBOX_FIELDS * Int32Array.BYTES_PER_ELEMENT

type Stored = Pick<InboxRow, 'controller_id' | 'received_at' | 'body' | 'senders'>

/** The parts of a row, in the order they arrived. `controllerOf` returns the transmitter of a series, for rows whose senders are unreadable. */
export function partsOfInbox(stored: Stored, controllerOf: (seriesId: number) => number | undefined): InboxPart[] {
  const { length, fields } = decodeInboxRows(wholeReadings(stored.body))
  const { controller_id: controllerId, received_at: receivedAt } = stored
  if (!stored.senders) return [{ controllerId, receivedAt, rows: { length, fields } }]
  const senders = decodeSenders(stored.senders, length) ?? guessSenders({ length, fields }, receivedAt, controllerOf)
  let begin = 0
  return senders.map((sender) => {
    const end = begin + sender.length * INBOX_FIELDS
    const rows = { length: sender.length, fields: fields.subarray(begin, end) }
    begin = end
    return { controllerId: sender.controllerId, receivedAt: sender.receivedAt, rows }
  })
}

/** Cuts off an incomplete reading at the end of a truncated body. */
const wholeReadings = (body: Uint8Array) => body.subarray(0, body.length - (body.length % READING_BYTES))

/** Joins the remaining parts of a row; undefined if nothing is left. */
export function joinParts(parts: readonly InboxPart[]): { body: Uint8Array; senders: Uint8Array } | undefined {
  const length = parts.reduce((sum, { rows }) => sum + rows.length, 0)
  if (length === 0) return undefined
  const fields = new Int32Array(length * INBOX_FIELDS)
  let at = 0
  for (const { rows } of parts) {
    fields.set(rows.fields.subarray(0, rows.length * INBOX_FIELDS), at)
    at += rows.length * INBOX_FIELDS
  }
  const senders = parts.map(({ controllerId, receivedAt, rows }) => ({ controllerId, receivedAt, length: rows.length }))
  return { body: encodeInboxRows({ length, fields }), senders: encodeSenders(senders) }
}

/** Derives the senders from each reading's series; 0 (nobody) if the transmitter is unknown. */
function guessSenders(
  { length, fields }: InboxRows,
  receivedAt: number,
  controllerOf: (seriesId: number) => number | undefined,
): InboxSender[] {
  const senders: InboxSender[] = []
  for (let row = 0; row < length; row++) {
    const last = senders.at(-1)
    const controllerId = controllerOf(seriesAt(fields, row * INBOX_FIELDS)) ?? NOBODY
    if (last?.controllerId === controllerId) last.length++
    else senders.push({ controllerId, receivedAt, length: 1 })
  }
  return senders
}
