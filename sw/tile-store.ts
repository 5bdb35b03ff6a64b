import type { IDBPObjectStore } from 'idb'
import { isWholeTile } from '#domain/hives/tiles/tile-codec.ts'
import type { StoredTile } from '#domain/hives/tiles/timeline-container.ts'
import { type Level, levelNumber, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import type { VisibleKind } from '#domain/platform/worker-message.ts'
import { type Confirmation, confirm, type Run, type Span, withoutSpan } from './coverage.ts'
import { accountIn, type OpenStore, type SeriesRow, type Store, type StoreSchema } from './open-store.ts'

/** Tiles of a series by their start; `cursor` is the server's change cursor when they arrived. */
export type KnownTiles = Map<number, { bytes: Uint8Array; cursor: number }>
export type KnownSeries = { runs: Run[]; tiles: KnownTiles }

/** One answer of the server: what it confirms, for which series, and its tiles. */
export type ServerAnswer = { seriesIds: number[]; confirmation: Confirmation; tiles: StoredTile[] }

/** Enough for years of many scales: a year of one scale takes about 200 kB with all levels. */
const STORE_MAXIMUM_BYTES = 60 * 1024 * 1024

type SeriesKey = [account: number, seriesId: number, level: number]

const rowKey = ({ account, seriesId, level }: SeriesRow): SeriesKey => [account, seriesId, level]
const ALWAYS = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

const rangeOf = (account: number, seriesId: number, level: number, { from, to }: Span) =>
  IDBKeyRange.bound([account, seriesId, level, from], [account, seriesId, level, to], false, true)

/** Returns what is stored of each series, with its tiles that start within `span`. A damaged tile is dropped, and its span counts as unknown. */
export async function readTiles(
  open: OpenStore,
  account: number,
  level: Level,
  seriesIds: readonly number[],
  span: Span,
): Promise<Map<number, KnownSeries>> {
  const transaction = (await open()).transaction(['series', 'tile'])
  const number = levelNumber[level]
  const damaged: SeriesKey[] = []
  const known = await Promise.all(
    seriesIds.map(async (seriesId): Promise<[number, KnownSeries]> => {
      const [row, tiles] = await Promise.all([
        transaction.objectStore('series').get([account, seriesId, number]),
        transaction.objectStore('tile').getAll(rangeOf(account, seriesId, number, span)),
      ])
      const whole = tiles.filter(({ bytes }) => isWholeTile(bytes))
      if (whole.length < tiles.length) damaged.push([account, seriesId, number])
      const lost = tiles.filter((tile) => !whole.includes(tile)).map(({ from }) => tileSpan(level, from))
      const runs = lost.reduce(withoutSpan, row?.runs ?? [])
      return [seriesId, { runs, tiles: new Map(whole.map((tile) => [tile.from, tile])) }]
    }),
  )
  if (damaged.length > 0) await dropDamaged(open, level, damaged, span)
  return new Map(known)
}

/** Drops damaged tiles and marks their spans as unknown, so that they are fetched again. */
async function dropDamaged(open: OpenStore, level: Level, damaged: readonly SeriesKey[], span: Span): Promise<void> {
  const transaction = (await open()).transaction(['series', 'tile'], 'readwrite')
  const series = transaction.objectStore('series')
  const tiles = transaction.objectStore('tile')
  const dropped = async () => {
    for (const key of damaged) {
      const row = await series.get(key)
      if (!row) continue
      let { runs, size } = row
      for (const { from, bytes } of await tiles.getAll(rangeOf(...key, span))) {
        if (isWholeTile(bytes)) continue
        runs = withoutSpan(runs, tileSpan(level, from))
        size -= bytes.length
        await tiles.delete([...key, from])
      }
      await series.put({ ...row, runs, size })
    }
  }
  await Promise.all([dropped(), transaction.done])
}

/**
 * Stores the server's answers in one transaction, as far as they connect to what is stored by then (see `confirm`); stores nothing if the
 * device belongs to another account by now. If the browser gives no more space, other series that have not been used for longest give way.
 */
export async function writeAnswers(
  open: OpenStore,
  account: number,
  level: Level,
  answers: readonly ServerAnswer[],
  now: number,
  maximumBytes = STORE_MAXIMUM_BYTES,
): Promise<void> {
  const store = await open()
  const inView = new Set(answers.flatMap(({ seriesIds }) => seriesIds))
  await ifRoom(
    open,
    () => write(store, account, level, answers, now),
    ({ seriesId }) => inView.has(seriesId),
  )
  if ((await storedBytes(store)) > maximumBytes) await evictUnused(store, 0.9 * maximumBytes)
}

async function write(
  store: Store,
  account: number,
  level: Level,
  answers: readonly ServerAnswer[],
  now: number,
): Promise<void> {
  const transaction = store.transaction(['device', 'series', 'tile'], 'readwrite')
  const written = async () => {
    if (accountIn(await transaction.objectStore('device').get('account'))?.id !== account) return
    for (const answer of answers) {
      const arrived = bySeries(answer.tiles)
      for (const seriesId of answer.seriesIds) {
        const key: SeriesKey = [account, seriesId, levelNumber[level]]
        const row = await transaction.objectStore('series').get(key)
        const { runs, replaced } = confirm(row?.runs ?? [], answer.confirmation)
        let size = row?.size ?? 0
        for (const span of replaced) {
          const fresh = (arrived.get(seriesId) ?? []).filter(({ from }) => from >= span.from && from < span.to)
          size += await replaceSpan(transaction.objectStore('tile'), key, {
            span,
            fresh,
            confirmation: answer.confirmation,
          })
        }
        const next = { account, seriesId, level: levelNumber[level], runs, size, usedAt: now }
        await transaction.objectStore('series').put(next)
      }
    }
  }
  await Promise.all([written(), transaction.done])
}

type TileWriter = IDBPObjectStore<StoreSchema, ('device' | 'series' | 'tile')[], 'tile', 'readwrite'>

/** Replaces the tiles of a span by fresh ones: with `since`, only those of the same start. Returns by how many bytes they grew. */
async function replaceSpan(
  tiles: TileWriter,
  key: SeriesKey,
  { span, fresh, confirmation }: { span: Span; fresh: readonly StoredTile[]; confirmation: Confirmation },
): Promise<number> {
  const { since, cursor } = confirmation
  const [account, seriesId, level] = key
  const outdated = await (since === undefined
    ? tiles.getAll(rangeOf(...key, span))
    : Promise.all(fresh.map(({ from }) => tiles.get([...key, from]))))
  let grown = 0
  for (const tile of outdated) {
    if (!tile) continue
    grown -= tile.bytes.length
    await tiles.delete([...key, tile.from])
  }
  for (const { from, bytes } of fresh) {
    grown += bytes.length
    await tiles.put({ account, seriesId, level, from, bytes: bytes.slice(), cursor })
  }
  return grown
}

function bySeries(tiles: readonly StoredTile[]): Map<number, StoredTile[]> {
  const grouped = new Map<number, StoredTile[]>()
  for (const tile of tiles) {
    const group = grouped.get(tile.seriesId)
    if (group) group.push(tile)
    else grouped.set(tile.seriesId, [tile])
  }
  return grouped
}

/** Applies an answer to the tiles that a caller has: the same rule as in the store, in memory. */
export function applyAnswer(known: KnownSeries, seriesId: number, answer: ServerAnswer): KnownSeries {
  const { runs, replaced } = confirm(known.runs, answer.confirmation)
  const within = (from: number) => replaced.some((span) => from >= span.from && from < span.to)
  const kept = [...known.tiles].filter(([from]) => answer.confirmation.since !== undefined || !within(from))
  const tiles: KnownTiles = new Map(kept)
  for (const tile of answer.tiles) {
    if (tile.seriesId !== seriesId || !within(tile.from)) continue
    tiles.set(tile.from, { bytes: tile.bytes, cursor: answer.confirmation.cursor })
  }
  return { runs, tiles }
}

/** Drops all tiles of an account: its cursors mean nothing to a server that was restored to an earlier state. */
export async function forgetTiles(open: OpenStore, account: number): Promise<void> {
  const transaction = (await open()).transaction(['series', 'tile'], 'readwrite')
  const range = IDBKeyRange.bound([account], [account, []])
  await Promise.all([
    transaction.objectStore('series').delete(range),
    transaction.objectStore('tile').delete(range),
    transaction.done,
  ])
}

/** Drops the tiles of this account's scales, or of its transmitters, that are not among `ids`, which are all it may see. */
export async function keepVisible(open: OpenStore, of: VisibleKind, ids: readonly number[]): Promise<void> {
  const transaction = (await open()).transaction(['device', 'series', 'tile'], 'readwrite')
  const seen = new Set(ids.map((id) => (of === 'scales' ? id : -id)))
  const dropped = async () => {
    const account = accountIn(await transaction.objectStore('device').get('account'))
    for (const row of await transaction.objectStore('series').getAll()) {
      const isOfKind = row.seriesId > 0 === (of === 'scales')
      if (row.account !== account?.id || !isOfKind || seen.has(row.seriesId)) continue
      await transaction.objectStore('series').delete(rowKey(row))
      await transaction.objectStore('tile').delete(rangeOf(...rowKey(row), ALWAYS))
    }
  }
  await Promise.all([dropped(), transaction.done])
}

/**
 * Runs `keep`, which stores what only this device knows. If the browser gives no space for it, tiles give way since they can be fetched again, half of them at
 * a time.
 */
export async function withRoom<Result>(open: OpenStore, keep: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await keep()
    } catch (error) {
      const store = await open()
      const bytes = isFull(error) ? await storedBytes(store) : 0
      if (bytes === 0) throw error
      await evictUnused(store, 0.5 * bytes)
    }
  }
}

/** Where making room did not help. */
const crowded = new WeakSet<Store>()

/**
 * Runs `keep`, which stores what can be fetched again. If the browser gives no space for it, half of the tiles give way once, except those that are spared;
 * if even that does not help, nothing is stored.
 */
export async function ifRoom(
  open: OpenStore,
  keep: () => Promise<void>,
  isSpared?: (row: SeriesRow) => boolean,
): Promise<void> {
  const fits = () =>
    keep().then(
      () => true,
      (error: unknown) => {
        if (!isFull(error)) throw error
        return false
      },
    )
  if (await fits()) return
  const store = await open()
  if (crowded.has(store)) return
  await evictUnused(store, 0.5 * (await storedBytes(store)), isSpared)
  if (!(await fits())) crowded.add(store)
}

export const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError'

async function storedBytes(store: Store): Promise<number> {
  return (await store.getAll('series')).reduce((sum, row) => sum + row.size, 0)
}

async function evictUnused(
  store: Store,
  targetBytes: number,
  isSpared: (row: SeriesRow) => boolean = () => false,
): Promise<void> {
  const transaction = store.transaction(['series', 'tile'], 'readwrite')
  const evicted = async () => {
    const rows = await transaction.objectStore('series').getAll()
    let total = rows.reduce((sum, row) => sum + row.size, 0)
    for (const row of rows.sort((a, b) => a.usedAt - b.usedAt)) {
      if (total <= targetBytes) return
      if (isSpared(row)) continue
      total -= row.size
      await transaction.objectStore('series').delete(rowKey(row))
      await transaction.objectStore('tile').delete(rangeOf(...rowKey(row), ALWAYS))
    }
  }
  await Promise.all([evicted(), transaction.done])
}
