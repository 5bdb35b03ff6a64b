import { whenWiped } from '../../../../offline/query-cache.ts'
import { tileFetcher } from '../tiles/fetch-tiles.ts'
import { createTileMemory, type TileMemory } from '../tiles/tile-memory.ts'
import { type ChartState, createChartState } from './chart-state.ts'

export type TimelineSession = { accountId: number; state: ChartState; memory: TileMemory }

let current: TimelineSession | undefined

whenWiped(() => {
  current = undefined
})

/** The chart and tiles of an account, kept for as long as the page and the session last; the next session starts anew. `now` in epoch ms. */
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
