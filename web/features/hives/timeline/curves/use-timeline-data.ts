import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { type Level, levels } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { OfflineError } from '../../../../api/api-error.ts'
import type { TimeSpan } from '../../../../charts/points/align-series.ts'
import type { Points } from '../../../../charts/points/points.ts'
import { useTimelineNews } from '../../../../offline/use-timeline-news.ts'
import type { ChartState, ShownController } from '../state/chart-state.ts'
import { wholeRange } from '../state/range-presets.ts'
import { parseSeriesKey, type SeriesKey } from '../state/series-key.ts'
import { usePresent } from '../state/use-present.ts'
import { chooseLevel, wholeTiles } from '../tiles/level-choice.ts'
import type { TileMemory } from '../tiles/tile-memory.ts'
import { tilePoints } from '../tiles/tile-points.ts'
import { useTileVersion } from '../tiles/use-tile-version.ts'
import { createKeptPoints } from './kept-points.ts'
import { useFirstReading } from './use-first-reading.ts'
import type { WeightCorrections } from './use-weight-corrections.ts'
import { weightCorrection } from './weight-correction.ts'

/** Up to this many series, tiles around the view are prefetched. */
const PREFETCHED_SERIES = 8
/** Data confirmed longer ago than this is refetched when it comes into view. */
const STALE_MS = 60_000
const noSeries: number[] = []

export type TimelineData = {
  points: ReadonlyMap<SeriesKey, Points>
  level: Level
  /** Epoch ms; undefined before the first answer. While another level is loading, the value of the previous one. */
  confirmedAt: number | undefined
  error: unknown
  /** Nothing to draw yet: a chart without curves would only be replaced. */
  isAwaited: boolean
  /** Loads what is missing and checks for changes. */
  retry: () => void
}

/**
 * Keeps the tiles of the curves `keys` loaded: first those in view, then, when the browser is idle, their neighbors and
 * the next coarser level. Checks for changes every `refresh` seconds, and when the page or the network comes back.
 * Requests nothing outside of `limits` or, without them, outside of what can exist.
 */
export function useTimelineData({
  state,
  keys,
  places,
  memory,
  pixels,
  now,
  corrections,
  limits,
}: {
  state: ChartState
  keys: readonly SeriesKey[]
  places: readonly ShownController[]
  memory: TileMemory
  /** The width of the plot. */
  pixels: number
  /** Epoch ms. */
  now: () => number
  corrections: WeightCorrections
  /** Epoch seconds. */
  limits: TimeSpan | undefined
}): TimelineData {
  const { range, delta, net, refresh } = useSnapshot(state)
  const version = useTileVersion(memory)
  const [loadedOf, setLoadedOf] = useState(state.loaded ? state : undefined)
  const [failure, setFailure] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const lookedAt = useRef(0)

  const sources = [...corrections.effects.values()].map(({ seriesId }) => seriesId)
  const idList = [...new Set([...keys.map((key) => parseSeriesKey(key)!.seriesId), ...sources])].join(',')
  const seriesIds = useMemo(() => (idList ? idList.split(',').map(Number) : []), [idList])

  const { xmin, xmax } = range
  const level = chooseLevel({ from: xmin, to: xmax }, pixels, seriesIds.length)
  const whole = limits ?? wholeRange(Math.ceil(now() / 1000))
  usePresent(state, now)
  // a share has a fixed beginning
  useFirstReading(state, memory, limits ? noSeries : seriesIds, whole)
  const needed = within(wholeTiles(level, { from: xmin - (delta ? DAY_SECONDS : 0), to: xmax }), whole, level)
  const length = xmax - xmin
  const around = within(wholeTiles(level, { from: xmin - length, to: xmax + length }), whole, level)
  const { from, to } = needed

  useEffect(() => {
    if (seriesIds.length === 0) return
    const abort = new AbortController()
    let idle: (() => void) | undefined
    state.loading = true
    const load = async () => {
      try {
        await memory.load(seriesIds, level, { from, to }, abort.signal)
        const seen = memory.confirmedAt(seriesIds, level, { from, to }) ?? 0
        if (attempt !== lookedAt.current || now() - seen > STALE_MS)
          await memory.refresh(seriesIds, level, { from, to }, abort.signal)
        lookedAt.current = attempt
        setFailure(undefined)
        state.loaded = true
        // render together with the new tiles
        startTransition(() => setLoadedOf(state))
        state.range.reload = false
        if (seriesIds.length <= PREFETCHED_SERIES) {
          idle = whenIdle(() => prefetch(memory, seriesIds, level, { from: around.from, to: around.to }, abort.signal))
        }
      } catch (error) {
        if (!abort.signal.aborted) setFailure(error)
      } finally {
        if (!abort.signal.aborted) state.loading = false
      }
    }
    void load()
    return () => {
      abort.abort()
      state.loading = false
      idle?.()
    }
  }, [state, memory, seriesIds, level, from, to, around.from, around.to, attempt, now])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  useNews(refresh, retry)
  useSecondTries(failure, retry)

  const anchor = net ? xmin : 0
  const [kept] = useState(createKeptPoints)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` changes when the memory's content does
  const points = useMemo(() => {
    const found = new Map<SeriesKey, Points>()
    for (const key of keys) {
      const { seriesId, column } = parseSeriesKey(key)!
      const pieces = memory.pieces(seriesId, level, { from: around.from, to: around.to })
      const place = places.find(({ id, scaleIds }) => id === -seriesId || scaleIds.includes(seriesId))
      const latest = place?.lastWeight ?? now() / 1000
      const effect = corrections.effects.get(seriesId)
      const correction =
        column === 'weight'
          ? weightCorrection(
              net ? { jumps: corrections.jumps.get(seriesId) ?? [], anchor } : undefined,
              effect && {
                ...effect,
                temperature: tilePoints(memory.pieces(effect.seriesId, level, around), 'temperature', latest),
              },
            )
          : undefined
      const make = () => tilePoints(pieces, column, latest, correction)
      // do not cache a corrected curve: the correction may change
      found.set(key, correction ? make() : kept.of(key, pieces, latest, make))
    }
    return kept.all(found)
  }, [kept, keys, places, level, around.from, around.to, memory, version, now, corrections, net, anchor])

  const confirmedAt = useRef<number>(undefined)
  confirmedAt.current = memory.confirmedAt(seriesIds, level, needed) ?? confirmedAt.current
  // if all curves are switched off, none is missing
  const error = seriesIds.length > 0 ? failure : undefined
  const isAwaited = seriesIds.length > 0 && loadedOf !== state && error === undefined
  return { points, level, confirmedAt: confirmedAt.current, error, isAwaited, retry }
}

/** Checks for changes every `refresh` seconds, when the page or the network comes back, and when the worker has new data. */
function useNews(refresh: number, onNews: () => void): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') onNews()
    }
    const timer = refresh > 0 ? setInterval(look, refresh * 1000) : undefined
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', look)
    }
  }, [refresh, onNews])
  useTimelineNews(onNews)
}

const SECOND_TRIES = 3

/** Tries again a few times after no answer came, later each time: a weak network often fails just once. */
function useSecondTries(error: unknown, retry: () => void): void {
  const tries = useRef(0)
  useEffect(() => {
    if (error === undefined) tries.current = 0
    if (!(error instanceof OfflineError) || tries.current === SECOND_TRIES) return undefined
    const timer = setTimeout(retry, 1000 * 2 ** tries.current++)
    return () => clearTimeout(timer)
  }, [error, retry])
}

/** Limits a span to where readings can exist, and widens it to whole tiles. */
function within(span: TimeSpan, { from, to }: TimeSpan, level: Level): TimeSpan {
  const start = Math.min(Math.max(span.from, from), to - 1)
  return wholeTiles(level, { from: start, to: Math.max(Math.min(span.to, to), start + 1) })
}

async function prefetch(
  memory: TileMemory,
  seriesIds: readonly number[],
  level: Level,
  span: TimeSpan,
  signal: AbortSignal,
): Promise<void> {
  const coarser = levels[levels.indexOf(level) + 1]
  try {
    await memory.load(seriesIds, level, span, signal)
    if (coarser) await memory.load(seriesIds, coarser, wholeTiles(coarser, span), signal)
  } catch {
    // nobody waits for this: what is missing is requested again when it comes into view
  }
}

function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = window.requestIdleCallback(work)
    return () => window.cancelIdleCallback(id)
  }
  const id = setTimeout(work, 500)
  return () => clearTimeout(id)
}
