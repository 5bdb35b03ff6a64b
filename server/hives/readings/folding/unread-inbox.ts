import { type InboxPart, partsOfInbox } from '../inbox/inbox-parts.ts'
import { INBOX_FIELDS, type InboxRows, rowAt } from '../inbox/inbox-rows.ts'
import { decodeSenders } from '../inbox/inbox-senders.ts'
import type { HotStatements } from '../store/hot-statements.ts'
import type { OpenTiles } from './open-tiles.ts'
import { controllerOf } from './set-aside-rows.ts'

/** What an inbox row holds of one transmitter. */
type Unread = { id: number; bytes: number }
/** Called with rows that no tile can take, and the reason. */
export type Failed = (rows: Int32Array[], error: unknown, receivedAt: number) => void

/** Up to this much of a transmitter's backlog is taken in before its next request, so that duplicates are counted correctly. */
const AT_ONCE_BYTES = 256 * 1024
const ROW_BYTES = INBOX_FIELDS * Int32Array.BYTES_PER_ELEMENT

/**
 * The requests in the inbox that are not in memory: all of them at startup. They are taken in part by part, in order; those of a
 * transmitter that sends meanwhile go before its new request. If that would take long, the new request queues behind them in the
 * inbox, and only its reply does not know which readings were duplicates.
 */
export class UnreadInbox {
  readonly #statements: () => HotStatements
  readonly #tiles: OpenTiles
  readonly #known: (controllerId: number, receivedAt: number, rows: InboxRows) => void
  readonly #unread = new Map<number, Unread[]>()
  #read: { id: number; parts: InboxPart[] } | undefined

  constructor(
    statements: () => HotStatements,
    tiles: OpenTiles,
    known: (controllerId: number, receivedAt: number, rows: InboxRows) => void,
  ) {
    this.#statements = statements
    this.#tiles = tiles
    this.#known = known
  }

  /** Lists what there is; returns the number of requests. */
  list(): number {
    this.#unread.clear()
    this.#read = undefined
    let requests = 0
    for (const { controller_id, id, bytes, senders } of this.#statements().listInbox.all()) {
      const parts = senders ? this.#sendersOf(id, senders, bytes / ROW_BYTES) : [{ controllerId: controller_id, bytes }]
      for (const [controllerId, own] of Map.groupBy(parts, (part) => part.controllerId)) {
        this.add(
          controllerId,
          id,
          own.reduce((sum, part) => sum + part.bytes, 0),
        )
      }
      requests += parts.length
    }
    return requests
  }

  get isEmpty(): boolean {
    return this.#unread.size === 0
  }

  /** The first id that is not in memory yet. */
  get firstId(): number {
    let first = Infinity
    for (const [next] of this.#unread.values()) first = Math.min(first, next!.id)
    return first
  }

  has(controllerId: number): boolean {
    return this.#unread.has(controllerId)
  }

  add(controllerId: number, id: number, bytes: number): void {
    const waiting = this.#unread.get(controllerId)
    if (waiting) waiting.push({ id, bytes })
    else this.#unread.set(controllerId, [{ id, bytes }])
  }

  drop(controllerId: number): void {
    this.#read = undefined
    this.#unread.delete(controllerId)
  }

  /** Takes in the backlog of one transmitter unless it is too large; returns whether all of it is in memory. */
  catchUp(controllerId: number, failed: Failed): boolean {
    const waiting = this.#unread.get(controllerId)
    if (!waiting) return true
    if (waiting.reduce((sum, { bytes }) => sum + bytes, 0) > AT_ONCE_BYTES) return false
    while (this.#takeNext(controllerId, failed));
    return true
  }

  /** Takes in requests of all transmitters in turn while there is time, but at least one. */
  takeSome(hasTime: () => boolean, failed: Failed): void {
    do {
      const [next] = this.#unread.keys()
      if (next === undefined) return
      const waiting = this.#unread.get(next)!
      this.#takeNext(next, failed)
      if (this.#unread.delete(next) && waiting.length > 0) this.#unread.set(next, waiting)
    } while (hasTime())
  }

  /** The senders in a row: as recorded in the row, otherwise derived from its readings. */
  #sendersOf(id: number, senders: Uint8Array, readings: number): { controllerId: number; bytes: number }[] {
    const said = decodeSenders(senders, readings)
    if (said) return said.map(({ controllerId, length }) => ({ controllerId, bytes: length * ROW_BYTES }))
    return this.#partsOf(id).map(({ controllerId, rows }) => ({ controllerId, bytes: rows.length * ROW_BYTES }))
  }

  /** The parts of a row. The last row read is cached, as the transmitters in it are taken in one after the other. */
  #partsOf(id: number): InboxPart[] {
    if (this.#read?.id === id) return this.#read.parts
    const stored = this.#statements().readInbox.get(id)
    const parts = stored ? partsOfInbox(stored, (seriesId) => controllerOf(this.#statements(), seriesId)) : []
    this.#read = { id, parts }
    return parts
  }

  #takeNext(controllerId: number, failed: Failed): boolean {
    const waiting = this.#unread.get(controllerId)
    const next = waiting?.[0]
    if (!waiting || !next) return false
    for (const part of this.#partsOf(next.id)) {
      if (part.controllerId === controllerId) this.#take(controllerId, part.receivedAt, part.rows, failed)
    }
    waiting.shift()
    if (waiting.length > 0) return true
    this.#unread.delete(controllerId)
    if (this.isEmpty) this.#read = undefined
    return true
  }

  #take(controllerId: number, receivedAt: number, rows: InboxRows, failed: Failed): void {
    const late: Int32Array[] = []
    for (let at = 0; at < rows.length * INBOX_FIELDS; at += INBOX_FIELDS) {
      try {
        if (!this.#tiles.append(rows.fields, at)) late.push(rowAt(rows.fields, at))
      } catch {
        late.push(rowAt(rows.fields, at))
      }
    }
    this.#tiles.merge(late, (at, error) => {
      failed(
        at.map((i) => late[i]!),
        error,
        receivedAt,
      )
    })
    this.#known(controllerId, receivedAt, rows)
  }
}
