import { INBOX_FIELDS, type InboxRows } from './inbox-rows.ts'
import { encodeSenders, type InboxSender } from './inbox-senders.ts'

/** A row of the inbox; `senders` is null if all of it comes from one transmitter. */
export type NewInboxRow = [controllerId: number, receivedAt: number, body: Uint8Array, senders: Uint8Array | null]
/** Inserts a row; `returningId` also returns its id, as waiting for that costs more than the insert. */
export type InsertInbox = { run(row: NewInboxRow): void; returningId(row: NewInboxRow): number }

/** The maximum per row, except for a single request that is larger. */
const ROW_READINGS = 8192
const FIRST_READINGS = 1024
const KEPT_READINGS = 32_768
/** Stands for the transmitter of a row with several senders. */
const SEVERAL = 0

/**
 * Gathers what the requests of one commit bring into one inbox row. Its memory is reused for the next commit. `written` is told the
 * row of each part that is not in memory.
 */
export class InboxBatch {
  readonly #insert: InsertInbox
  readonly #written: (controllerId: number, id: number, bytes: number) => void
  #fields = new Int32Array(FIRST_READINGS * INBOX_FIELDS)
  #length = 0
  #senders: InboxSender[] = []
  #unread = new Map<number, number>()

  constructor(insert: InsertInbox, written: (controllerId: number, id: number, bytes: number) => void) {
    this.#insert = insert
    this.#written = written
  }

  /** Discards what a failed transaction gathered. */
  begin(): void {
    this.#length = 0
    this.#senders = []
    this.#unread.clear()
    if (this.#fields.length > KEPT_READINGS * INBOX_FIELDS) this.#fields = new Int32Array(FIRST_READINGS * INBOX_FIELDS)
  }

  /** Returns room for the readings of the next request, to be filled before anything else is called. */
  room(readings: number): InboxRows {
    if (this.#length > 0 && this.#length + readings > ROW_READINGS) this.write()
    const wanted = (this.#length + readings) * INBOX_FIELDS
    if (wanted > this.#fields.length) {
      const larger = new Int32Array(Math.max(wanted, this.#fields.length * 2))
      larger.set(this.#fields.subarray(0, this.#length * INBOX_FIELDS))
      this.#fields = larger
    }
    return { length: 0, fields: this.#fields.subarray(this.#length * INBOX_FIELDS, wanted) }
  }

  /** Keeps what was written into the room. `isUnread`: it is not in memory. */
  keep(controllerId: number, receivedAt: number, { length }: InboxRows, isUnread: boolean): void {
    if (length === 0) return
    this.#length += length
    this.#senders.push({ controllerId, receivedAt, length })
    if (isUnread) this.#unread.set(controllerId, (this.#unread.get(controllerId) ?? 0) + length)
  }

  /** Inserts the row, in the open transaction. */
  write(): void {
    const [first, second] = this.#senders
    if (!first) return
    const bytes = this.#length * INBOX_FIELDS * Int32Array.BYTES_PER_ELEMENT
    const body = new Uint8Array(this.#fields.buffer, 0, bytes)
    const senders = second ? encodeSenders(this.#senders) : null
    const row: NewInboxRow = [second ? SEVERAL : first.controllerId, first.receivedAt, body, senders]
    if (this.#unread.size === 0) this.#insert.run(row)
    else {
      const id = this.#insert.returningId(row)
      for (const [controllerId, readings] of this.#unread) {
        this.#written(controllerId, id, readings * INBOX_FIELDS * Int32Array.BYTES_PER_ELEMENT)
      }
    }
    this.#length = 0
    this.#senders = []
    this.#unread.clear()
  }
}
