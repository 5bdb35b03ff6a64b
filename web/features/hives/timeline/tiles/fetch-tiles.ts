import { decodeContainer } from '#domain/hives/tiles/timeline-container.ts'
import { fetchApi } from '../../../../api/client.ts'
import type { TilesAnswer, TilesQuery } from './tile-memory.ts'

/** Returns a function that requests tiles. The service worker answers from its store if it can, and says when the data was confirmed. `now` in epoch ms. */
export function tileFetcher(now: () => number) {
  return async ({ seriesIds, level, from, to, since }: TilesQuery, signal: AbortSignal): Promise<TilesAnswer> => {
    const query = new URLSearchParams({ from: String(from), to: String(to), level })
    const scales = seriesIds.filter((id) => id > 0)
    const controllers = seriesIds.filter((id) => id < 0).map((id) => -id)
    if (scales.length > 0) query.set('scales', scales.join(','))
    if (controllers.length > 0) query.set('controllers', controllers.join(','))
    if (since !== undefined) query.set('since', String(since))
    const reply = await fetchApi(`/timeline?${query}`, { headers: { Accept: 'application/octet-stream' }, signal })
    const stored = Date.parse(reply.headers.get('X-Data-From') ?? '')
    return {
      container: decodeContainer(new Uint8Array(await reply.arrayBuffer())),
      confirmedAt: Number.isNaN(stored) ? now() : stored,
      partial: reply.headers.get('X-Data-Partial') === 'true',
    }
  }
}
