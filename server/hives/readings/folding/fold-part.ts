import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { isStorageUnavailable } from '../../../platform/db/lane.ts'
import type { SqliteHandle } from '../../../platform/db/open-sqlite.ts'
import type { Contacts } from '../request/last-contact.ts'
import type { HotStatements } from '../store/hot-statements.ts'
import type { createQuickTransactions } from '../store/quick-transactions.ts'
import type { StoredTile, TileStore } from '../store/tile-store.ts'
import type { Detecting } from './detection.ts'
import type { DueDays } from './due-days.ts'
import { dayKey, type OpenTile, type OpenTiles } from './open-tiles.ts'
import { setAsideReadings, setAsideSeries } from './set-aside-rows.ts'

const FOLD_MS = 25
/** A turn that takes longer, even though it ends after a day, is slow; after this many slow turns in a row the scale is set aside. */
const SLOW_TURN_MS = 2000
const SLOW_TURNS = 3

type Folding = {
  statements: () => HotStatements
  store: TileStore
  tiles: OpenTiles
  due: DueDays
  detection: Detecting
  contacts: Contacts
  transactions: ReturnType<typeof createQuickTransactions>
  sqlite: SqliteHandle
  needsRollUp(seriesId: number, day: number): void
  forgetTried(scaleIds: readonly number[]): void
  /** Called when nothing of a series is waiting for its tiles any more. */
  isFolded(seriesId: number): void
}

/** Folds part by part. If a fold fails, finds the series responsible and sets aside only that one. */
export function createFolds(folding: Folding) {
  const { statements, store, tiles, due, detection, contacts, transactions, sqlite } = folding
  const { needsRollUp, forgetTried, isFolded } = folding
  const { withoutWaiting, inAsyncTransaction } = transactions
  /** The series of a fold that failed: each is tried by itself, to find which one caused it. */
  const suspects = new Set<number>()
  const slowTurns = new Map<number, number>()

  /** Yields tiles with something new: of several series, or of one suspect. */
  function* tilesToFold(suspect: number | undefined, hasTime: () => boolean): Generator<OpenTile> {
    const series = suspect === undefined ? tiles.unfoldedIds() : [suspect]
    const atOnce = store.atOnce.series
    let left = atOnce
    for (const seriesId of [...take(series, left)]) {
      for (const open of tiles.unfoldedOf(seriesId)) {
        if (left < atOnce && !hasTime()) return
        yield open
        left--
      }
    }
  }

  /** One transaction of a fold. Nothing of it is in memory until it is committed. */
  async function foldPart(
    nowMs: number,
    wantsTiles: boolean,
    suspect: number | undefined,
    milliseconds: number = FOLD_MS,
  ) {
    const since = performance.now()
    const hasTime = () => performance.now() - since < milliseconds
    const hasTimeForTiles = () => performance.now() - since < milliseconds / 2
    const open: OpenTile[] = []
    const written: StoredTile[] = []
    const done = await inAsyncTransaction(async () => {
      store.writeContacts(contacts)
      if (wantsTiles || suspect !== undefined) {
        for (const each of tilesToFold(suspect, hasTimeForTiles)) {
          const { seriesId, tile } = each
          written.push({ seriesId, level: 'raw', from: tile.from, bytes: encodeTile(tile) })
          open.push(each)
        }
        store.writeTiles(written)
      }
      tried = [...new Set(open.map(({ seriesId }) => seriesId))]
      const inHand = new Map(open.map(({ seriesId, tile }) => [dayKey(seriesId, tile.from), tile]))
      const raw = (seriesId: number, from: number) => inHand.get(dayKey(seriesId, from)) ?? tiles.get(seriesId, from)
      const own = suspect === undefined || due.isHeld(suspect) ? [] : [suspect]
      const turns = suspect === undefined ? due.inTurn((id) => tried.push(id)) : own
      return detection.run({ added: addedTimes(open), raw, nowMs, hasTime, turns })
    })
    contacts.clear()
    detection.keep(done)
    tiles.markFolded(open)
    for (const { seriesId, tile } of open) needsRollUp(seriesId, tile.from)
    for (const seriesId of new Set(open.map((each) => each.seriesId))) {
      if (!tiles.isUnfolded(seriesId)) isFolded(seriesId)
    }
    forgetTried(done.turned)
    return { ...done, slow: done.turned.filter((scaleId) => isTooSlow(scaleId, performance.now() - since)) }
  }
  /** The series that the last part handled. */
  let tried: number[] = []

  function isTooSlow(scaleId: number, milliseconds: number): boolean {
    const slow = milliseconds < SLOW_TURN_MS ? 0 : (slowTurns.get(scaleId) ?? 0) + 1
    if (slow === 0) slowTurns.delete(scaleId)
    else slowTurns.set(scaleId, slow)
    return slow >= SLOW_TURNS && due.of(scaleId) !== undefined
  }

  /** Puts the readings of a series into their tiles if possible, with its detection on hold; otherwise keeps them in `set_aside`. */
  async function setAside(seriesId: number, error: unknown, nowMs: number): Promise<void> {
    if (seriesId > 0 && !due.isHeld(seriesId)) {
      due.hold(seriesId)
      try {
        await foldPart(nowMs, true, seriesId)
        withoutWaiting(() => setAsideSeries(statements(), { stage: 'detection', seriesId, error, nowMs }))
        return
      } catch (again) {
        if (isStorageUnavailable(again)) throw again
      }
    }
    const rows = tiles.takeOut(seriesId)
    sqlite.transaction(() => setAsideReadings(statements(), rows, error, nowMs)).immediate()
    isFolded(seriesId)
  }

  /** Folds a part. If that fails, its series become suspects; a suspect that fails by itself is set aside. */
  async function foldOrSuspect(nowMs: number, wantsTiles: boolean, milliseconds: number) {
    const [suspect] = suspects
    try {
      const part = await foldPart(nowMs, wantsTiles, suspect, milliseconds)
      if (suspect !== undefined) suspects.delete(suspect)
      for (const scaleId of part.slow) {
        due.hold(scaleId)
        const error = new Error('judging one of its days took too long repeatedly')
        withoutWaiting(() =>
          setAsideSeries(statements(), { stage: 'detection', reason: 'too_slow', seriesId: scaleId, error, nowMs }),
        )
      }
      return { ...part, setAside: part.slow.length }
    } catch (error) {
      if (isStorageUnavailable(error)) throw error
      detection.lookAgain()
      if (suspect === undefined) {
        if (tried.length === 0) throw error
        for (const seriesId of tried) suspects.add(seriesId)
        return { changed: [], alarms: [], setAside: 0 }
      }
      await setAside(suspect, error, nowMs)
      suspects.delete(suspect)
      return { changed: [], alarms: [], setAside: 1 }
    }
  }

  return { suspects, foldOrSuspect }
}

function* take<T>(items: Iterable<T>, count: number): Generator<T> {
  for (const item of items) {
    if (count-- <= 0) return
    yield item
  }
}

/** The new times by series, ascending. */
function addedTimes(open: readonly OpenTile[]): Map<number, number[]> {
  const times = new Map<number, number[]>()
  for (const { seriesId, added } of open) {
    const known = times.get(seriesId)
    if (known) known.push(...added)
    else times.set(seriesId, [...added])
  }
  for (const list of times.values()) list.sort((a, b) => a - b)
  return times
}
