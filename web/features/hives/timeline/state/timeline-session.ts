import { whenWiped } from '../../../../offline/query-cache.ts'
import { tileFetcher } from '../tiles/fetch-tiles.ts'
import { createTileMemory, type TileMemory } from '../tiles/tile-memory.ts'
import { type ChartState, createChartState } from './chart-state.ts'

export type TimelineSession = { accountId: number; state: ChartState; memory: TileMemory }

let current: TimelineSession | undefined

whenWiped(() => {
  current = undefined
})

/** Chart and tiles of an account, kept while the page lives and the session lasts; what comes after begins anew. `now` in epoch ms. */
export function timelineSession(accountId: number, now: () => number): TimelineSession {
  if (current?.accountId !== accountId) {
    current = {
      accountId,
      state: createChartState(Math.round(now() / 1000)),
      memory: createTileMemory(tileFetcher(now)),
    }
  }
  return current
}
