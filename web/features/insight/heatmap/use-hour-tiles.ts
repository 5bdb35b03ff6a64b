import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { type Level, type Tile, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { TimeSpan } from '../../../charts/points/align-series.ts'
import { useTimelineNews } from '../../../offline/use-timeline-news.ts'

/** The source of tiles: the timeline's memory, which asks the service worker. */
export type TileSource = {
  load(seriesIds: readonly number[], level: Level, span: TimeSpan, signal: AbortSignal): Promise<void>
  refresh(seriesIds: readonly number[], level: Level, span: TimeSpan, signal: AbortSignal): Promise<void>
  pieces(seriesId: number, level: Level, span: TimeSpan): { tile: Tile }[]
  confirmedAt(seriesIds: readonly number[], level: Level, span: TimeSpan): number | undefined
  complete(seriesIds: readonly number[], level: Level, span: TimeSpan): boolean
  subscribe(listener: () => void): () => void
  version(): number
}

export type HourTiles = {
  /** Per series, in the order of `seriesIds`. */
  tiles: Tile[][]
  loading: boolean
  error: unknown
  /** Whether all hours are known; without a network some may be missing on this device. */
  complete: boolean
  /** Epoch ms; undefined before the first answer. */
  confirmedAt: number | undefined
  retry: () => void
}

/** Data confirmed longer ago than this is requested again. */
const STALE_MS = 60_000
/** The change of the first hour needs an earlier weight. */
const BEFORE_SECONDS = 6 * HOUR_SECONDS

/** Keeps the hours of some series loaded; checks for changes when the network comes back and when the worker has new data. */
export function useHourTiles(
  source: TileSource,
  seriesIds: readonly number[],
  { from, to }: TimeSpan,
  now: () => number,
): HourTiles {
  const version = useSyncExternalStore(source.subscribe, source.version)
  const [state, setState] = useState<{ of: string; error: unknown }>()
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  const looked = useRef(0)
  const name = `${seriesIds} ${from} ${to}`
  const ids = seriesIds.join(',')
  const span = useMemo(() => {
    const end = Math.min(to, Math.ceil(now() / 1000))
    return { from: tileSpan('hour', from - BEFORE_SECONDS).from, to: tileSpan('hour', Math.max(from, end - 1)).to }
  }, [from, to, now])

  useEffect(() => {
    const abort = new AbortController()
    const wanted = ids.split(',').map(Number)
    const look = async () => {
      try {
        await source.load(wanted, 'hour', span, abort.signal)
        const seen = source.confirmedAt(wanted, 'hour', span) ?? 0
        if (looked.current !== attempt || now() - seen > STALE_MS) {
          await source.refresh(wanted, 'hour', span, abort.signal)
        }
        looked.current = attempt
        if (!abort.signal.aborted) setState({ of: name, error: undefined })
      } catch (error) {
        if (!abort.signal.aborted) setState({ of: name, error })
      }
    }
    if (ids) void look()
    return () => abort.abort()
  }, [source, ids, span, name, attempt, now])

  useEffect(() => {
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [retry])
  useTimelineNews(retry)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` changes when the source's content does
  const tiles = useMemo(
    () => ids.split(',').map((id) => source.pieces(Number(id), 'hour', span).map(({ tile }) => tile)),
    [source, ids, span, version],
  )
  return {
    tiles,
    loading: state?.of !== name,
    error: state?.of === name ? state.error : undefined,
    complete: source.complete(seriesIds, 'hour', span),
    confirmedAt: source.confirmedAt(seriesIds, 'hour', span),
    retry,
  }
}
