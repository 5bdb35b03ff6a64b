import { isStorageUnavailable } from '../../../platform/db/lane.ts'
import type { HotStatements } from '../store/hot-statements.ts'
import type { createQuickTransactions } from '../store/quick-transactions.ts'
import type { StoredTile, TileStore } from '../store/tile-store.ts'
import type { DaysToRollUp } from './days-to-roll-up.ts'
import type { OpenTiles } from './open-tiles.ts'
import { coarseTilesOf, rollUpDays } from './roll-up.ts'
import { setAsideSeries } from './set-aside-rows.ts'

type RollingUp = {
  statements: () => HotStatements
  store: TileStore
  tiles: OpenTiles
  toRollUp: DaysToRollUp
  /** The ids of `set_aside` rows being retried, keyed by stage and series. */
  triedAgain: Map<string, number>
  transactions: ReturnType<typeof createQuickTransactions>
}

/** Rolls up part by part; a series that fails is set aside by itself. */
export function createRollUps({ statements, store, tiles, toRollUp, triedAgain, transactions }: RollingUp) {
  /** The stored months and years that the changes of some series affect, by series. */
  function readCoarse(series: readonly number[]): Map<number, StoredTile[]> {
    const wanted = series.flatMap((seriesId) => coarseTilesOf(seriesId, toRollUp.of(seriesId)))
    return Map.groupBy(store.tiles(wanted), ({ seriesId }) => seriesId)
  }

  /** One transaction; the last one clears the inbox up to `foldedInboxId`. Throws `QuickWorkLost` if the database has lost a fold. */
  function rollUpPart(foldedInboxId: number, nowMs: number): { setAside: number; mended: number } {
    const series = toRollUp.next()
    const isLast = series.length === toRollUp.size
    const failed = new Set<string>()
    /** Roll-ups that were tried, whether they succeeded or were set aside again. */
    const tried: string[] = []
    transactions.withoutWaiting(() => {
      const coarse = readCoarse(series)
      const written: StoredTile[] = []
      for (const seriesId of series) {
        const days = toRollUp.of(seriesId)
        const name = `roll_up ${seriesId}`
        try {
          written.push(...rollUpDays(seriesId, days, (from) => tiles.get(seriesId, from), coarse.get(seriesId) ?? []))
          const id = triedAgain.get(name)
          if (id !== undefined) statements().deleteSetAside.run(id)
        } catch (error) {
          if (isStorageUnavailable(error)) throw error
          setAsideSeries(statements(), { stage: 'roll_up', seriesId, days, error, nowMs })
          failed.add(name)
        }
        tried.push(name)
      }
      store.writeTiles(written)
      if (!isLast) return
      // otherwise what is folded must be folded again, from the inbox
      transactions.requireAll()
      statements().clearInbox.run(foldedInboxId)
    })
    let mended = 0
    for (const name of tried) if (triedAgain.delete(name) && !failed.has(name)) mended++
    for (const seriesId of series) toRollUp.drop(seriesId)
    return { setAside: failed.size, mended }
  }

  return { rollUpPart }
}
