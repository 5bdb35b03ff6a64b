import { type InboxPart, partsOfInbox } from '../inbox/inbox-parts.ts'
import { INBOX_FIELDS, type InboxRows, rowAt } from '../inbox/inbox-rows.ts'
import { decodeSenders } from '../inbox/inbox-senders.ts'
import type { HotStatements } from '../store/hot-statements.ts'
import type { OpenTiles } from './open-tiles.ts'
import { controllerOf } from './set-aside-rows.ts'

/** What a row of the inbox has of one transmitter. */
type Unread = { id: number; bytes: number }
/** Rows that no tile takes, and why. */
export type Failed = (rows: Int32Array[], error: unknown, receivedAt: number) => void

/** So much of a transmitter's own is taken in before its next request, so that the count of duplicates is right. */
const AT_ONCE_BYTES = 256 * 1024
const ROW_BYTES = INBOX_FIELDS * Int32Array.BYTES_PER_ELEMENT

/**
 * The requests in the inbox that are not in memory: at the start all of them. They are taken in part by part, in their order;
 * those of a transmitter that sends meanwhile come before its new request. Where that would take long, its new request stands
 * in the inbox behind them, and only its reply does not know which readings were duplicates.
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

  /** Finds out what there is; says how many requests. */
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

  /** Everything before this id is in memory. */
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

  /** Takes in what waits of one transmitter, unless it is too much at once; says whether all of it is in memory. */
  catchUp(controllerId: number, failed: Failed): boolean {
    const waiting = this.#unread.get(controllerId)
    if (!waiting) return true
    if (waiting.reduce((sum, { bytes }) => sum + bytes, 0) > AT_ONCE_BYTES) return false
    while (this.#takeNext(controllerId, failed));
    return true
  }

  /** Takes in one request after the other of all transmitters in turn, as long as there is time; one at least. */
  takeSome(hasTime: () => boolean, failed: Failed): void {
    do {
      const [next] = this.#unread.keys()
      if (next === undefined) return
      const waiting = this.#unread.get(next)!
      this.#takeNext(next, failed)
      if (this.#unread.delete(next) && waiting.length > 0) this.#unread.set(next, waiting)
    } while (hasTime())
  }

  /** Whose parts a row has: as it says itself, or else as its readings do. */
  #sendersOf(id: number, senders: Uint8Array, readings: number): { controllerId: number; bytes: number }[] {
    const said = decodeSenders(senders, readings)
    if (said) return said.map(({ controllerId, length }) => ({ controllerId, bytes: length * ROW_BYTES }))
    return this.#partsOf(id).map(({ controllerId, rows }) => ({ controllerId, bytes: rows.length * ROW_BYTES }))
  }

  /** The parts of a row; the one read last is kept, as the transmitters in it follow each other. */
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
