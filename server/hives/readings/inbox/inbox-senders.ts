/** The sender of a part of an inbox row: `receivedAt` in epoch ms, `length` in readings. */
export type InboxSender = { controllerId: number; receivedAt: number; length: number }

const FIELDS = 3
export const SENDER_BYTES = FIELDS * Float64Array.BYTES_PER_ELEMENT

/** Encodes three doubles per sender, in the order of their readings in the row. */
export function encodeSenders(senders: readonly InboxSender[]): Uint8Array {
  const fields = new Float64Array(senders.length * FIELDS)
  senders.forEach(({ controllerId, receivedAt, length }, i) => {
    fields[i * FIELDS] = controllerId
    fields[i * FIELDS + 1] = receivedAt
    fields[i * FIELDS + 2] = length
  })
  return new Uint8Array(fields.buffer)
}

/** Decodes senders; undefined if the bytes do not fit a row with this many readings. */
export function decodeSenders(bytes: Uint8Array, readings: number): InboxSender[] | undefined {
  if (bytes.length === 0 || bytes.length % SENDER_BYTES !== 0) return undefined
  const fields = new Float64Array(new Uint8Array(bytes).buffer)
  const senders: InboxSender[] = []
  let left = readings
  for (let at = 0; at < fields.length; at += FIELDS) {
    const [controllerId, receivedAt, length] = [fields[at]!, fields[at + 1]!, fields[at + 2]!]
    if (!isCount(controllerId) || !Number.isFinite(receivedAt) || !isCount(length)) return undefined
    senders.push({ controllerId, receivedAt, length })
    left -= length
  }
  return left === 0 ? senders : undefined
}

const isCount = (value: number) => Number.isInteger(value) && value > 0
