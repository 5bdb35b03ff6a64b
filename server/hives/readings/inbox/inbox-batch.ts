import { INBOX_FIELDS, type InboxRows } from './inbox-rows.ts'
import { encodeSenders, type InboxSender } from './inbox-senders.ts'

/** A row of the inbox; `senders` is null where all of it is of one transmitter. */
export type NewInboxRow = [controllerId: number, receivedAt: number, body: Uint8Array, senders: Uint8Array | null]
/** Writes one, and says its id where that is wanted: to wait for it costs more than to write. */
export type InsertInbox = { run(row: NewInboxRow): void; returningId(row: NewInboxRow): number }

/** So much a row at most, but for one request that is larger by itself. */
const ROW_READINGS = 8192
const FIRST_READINGS = 1024
const KEPT_READINGS = 32_768
/** Stands for the transmitter of a row of several. */
const SEVERAL = 0

/**
 * What the requests of one commit bring, gathered into one row of the inbox. Its room is used again for the next commit. `written` hears
 * where a part stands that is not in memory.
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

  /** Forgets what was gathered by a transaction that failed. */
  begin(): void {
    this.#length = 0
    this.#senders = []
    this.#unread.clear()
    if (this.#fields.length > KEPT_READINGS * INBOX_FIELDS) this.#fields = new Int32Array(FIRST_READINGS * INBOX_FIELDS)
  }

  /** Room for so many readings of the next request, to be filled before anything else is asked. */
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

  /** Keeps what was written into the room; `isUnread`: memory has not got it. */
  keep(controllerId: number, receivedAt: number, { length }: InboxRows, isUnread: boolean): void {
    if (length === 0) return
    this.#length += length
    this.#senders.push({ controllerId, receivedAt, length })
    if (isUnread) this.#unread.set(controllerId, (this.#unread.get(controllerId) ?? 0) + length)
  }

  /** Writes the row, in the open transaction. */
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
