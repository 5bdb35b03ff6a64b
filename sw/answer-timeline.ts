import { encodeContainer, type StoredTile } from '#domain/hives/tiles/timeline-container.ts'
import { type Level, levels, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { type AskServer, Unreachable } from './ask-server.ts'
import { gapsIn, runsIn, type Span } from './coverage.ts'
import { deriveTiles, type KnownLevels, usableRuns } from './derive-tiles.ts'
import type { OpenStore } from './open-store.ts'
import { planRequests, withFuture } from './plan-requests.ts'
import { applyAnswer, forgetTiles, type KnownSeries, readTiles, type ServerAnswer, writeAnswers } from './tile-store.ts'

export type TimelineDeps = {
  open: OpenStore
  account: () => Promise<number | undefined>
  /** Passes a request on unchanged. */
  fetch: (request: Request) => Promise<Response>
  ask: AskServer
  now: () => number
  /** Resolves when a page has waited long enough and is shown what is stored: everything it asked for, or a part of it. */
  patience: (stored: 'all' | 'a part') => Promise<void>
  report: (error: unknown) => void
  /** Tells pages that were served from the store that newer data are available. */
  refreshed: () => void
}

type Asked = { level: Level; seriesIds: number[]; span: Span; since: number | undefined; language: string }
type Known = Map<number, KnownSeries>

/** Readings may be this far ahead of the clock; nothing can be missing beyond that. */
const AHEAD_SECONDS = 600
/** For this long after pages were told of newer data, what was just confirmed is not requested again by those that had older ones. */
const JUST_TOLD_MS = 10_000

export function isTimelineRequest(request: Request): boolean {
  const { origin, pathname } = new URL(request.url)
  const tiles = request.headers.get('Accept')?.includes('application/octet-stream') ?? false
  return request.method === 'GET' && origin === globalThis.location.origin && pathname === '/api/timeline' && tiles
}

/**
 * Answers a page's request for tiles: asks the server only for what is not stored or may have changed, and answers from the store if there
 * is no network or it takes too long: soon if everything is stored, later if only a part is. Such an answer carries `X-Data-From` (when the
 * oldest part was last confirmed), and `X-Data-Partial` if parts of the span are not on this device; its container may be of a coarser
 * level at which more of the span is known.
 */
export function createTimelineAnswer(deps: TimelineDeps) {
  let toldAt = Number.NEGATIVE_INFINITY
  /** The ids of pages that were served from the store. */
  const served = new Set<string>()
  /** What pages were answered since they were told. */
  const answered = new Set<string>()
  const tellPages = () => {
    toldAt = deps.now()
    answered.clear()
    deps.refreshed()
  }
  /**
   * Answers the requests of pages that were just told of newer data. On a slow network they would otherwise be told again and keep asking forever. A page that
   * was opened or reloaded since, or asks the same once more, may know of readings that are newer still.
   */
  async function answerToTold(page: string, account: number, asked: Asked): Promise<Response | undefined> {
    const { level, seriesIds, span } = asked
    const question = [page, level, span.from, span.to, ...seriesIds].join(' ')
    if (!served.has(page) || answered.has(question) || Math.abs(deps.now() - toldAt) > JUST_TOLD_MS) return undefined
    answered.add(question)
    const answer = await answerFromStore(deps, account, asked)
    return answer?.complete && answer.confirmedAt > toldAt - JUST_TOLD_MS ? answer.response : undefined
  }

  /** `page`: the id of the client that asks. */
  return async (request: Request, page: string, keepAlive: (work: Promise<unknown>) => void): Promise<Response> => {
    const asked = readQuestion(request)
    const stored = asked && (await readStored(deps, asked))
    if (!asked || !stored) return deps.fetch(request)
    const told = await answerToTold(page, stored.account, asked)
    if (told) return told

    const refreshing = refresh(deps, stored.account, asked, stored.known)
    keepAlive(
      refreshing.catch((error: unknown) => {
        if (!(error instanceof Unreachable)) deps.report(error)
      }),
    )
    const arrived = refreshing.catch((error: unknown) => error)
    for (const enough of ['all', 'a part'] as const) {
      const first = await Promise.race([arrived, deps.patience(enough)])
      if (first instanceof Response) return first
      const fallback = await answerFromStore(deps, stored.account, asked)
      if (first !== undefined) return fallback?.response ?? Response.error()
      if (!fallback || (enough === 'all' && !fallback.complete)) continue
      served.add(page)
      keepAlive(refreshing.then(tellPages, () => undefined))
      return fallback.response
    }
    return refreshing.catch(() => Response.error())
  }
}

async function readStored({ account, open, report }: TimelineDeps, { level, seriesIds, span }: Asked) {
  try {
    const id = await account()
    return id === undefined ? undefined : { account: id, known: await readTiles(open, id, level, seriesIds, span) }
  } catch (error) {
    report(error)
    return undefined
  }
}

/** Returns the answer brought up to date by the server, or the server's refusal. Throws Unreachable. */
async function refresh(deps: TimelineDeps, account: number, asked: Asked, known: Known): Promise<Response> {
  const { level, span, language } = asked
  const runs = new Map([...known].map(([seriesId, series]) => [seriesId, series.runs]))
  const questions = planRequests(runs, span, withFuture(level, span, deps.now() / 1000))
  const replies = await Promise.all(questions.map((question) => deps.ask(level, question, language)))
  const refusal = replies.find((reply) => reply instanceof Response)
  if (refusal) return refusal
  const answers = replies.filter((reply): reply is ServerAnswer => !(reply instanceof Response))
  if (answers.some(({ confirmation: { since, cursor } }) => since !== undefined && cursor < since)) {
    await forgetTiles(deps.open, account).catch(deps.report)
    return refresh(deps, account, asked, new Map(asked.seriesIds.map((id) => [id, { runs: [], tiles: new Map() }])))
  }
  await writeAnswers(deps.open, account, level, answers, deps.now()).catch(deps.report)
  const fresh = new Map(
    [...known].map(([seriesId, series]): [number, KnownSeries] => [
      seriesId,
      answers
        .filter(({ seriesIds }) => seriesIds.includes(seriesId))
        .reduce((state, answer) => applyAnswer(state, seriesId, answer), series),
    ]),
  )
  return containerResponse(asked, level, storedTiles(fresh, asked.span), oldestCursor(fresh, asked.span))
}

type Entry = StoredTile & { cursor: number }

function storedTiles(known: Known, { from, to }: Span): Entry[] {
  return [...known].flatMap(([seriesId, { tiles }]) =>
    [...tiles]
      .filter(([start]) => start >= from && start < to)
      .sort(([a], [b]) => a - b)
      .map(([start, tile]) => ({ seriesId, from: start, ...tile })),
  )
}

function oldestCursor(known: Known, span: Span): number {
  const cursors = [...known.values()].flatMap(({ runs }) => runsIn(runs, span).map(({ cursor }) => cursor))
  return Math.min(...cursors)
}

/** Sends only what changed after the page's own cursor, unless that cursor is meaningless here. */
function containerResponse(
  { since = -1 }: Asked,
  level: Level,
  entries: readonly Entry[],
  cursor: number,
  headers: Record<string, string> = {},
): Response {
  const tiles = since > cursor ? [...entries] : entries.filter((entry) => entry.cursor > since)
  const body = encodeContainer({ level, cursor, tiles })
  return new Response(body, {
    headers: { 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store', ...headers },
  })
}

/** Returns the best answer without the network; undefined if nothing in the span is known at any level. */
async function answerFromStore(
  deps: TimelineDeps,
  account: number,
  asked: Asked,
): Promise<{ response: Response; complete: boolean; confirmedAt: number } | undefined> {
  const widest = tileSpan('day', asked.span.from).from
  const wide = { from: widest, to: tileSpan('day', asked.span.to - 1).to }
  const held = new Map<number, KnownLevels>(asked.seriesIds.map((seriesId) => [seriesId, {}]))
  try {
    for (const level of levels) {
      const known = await readTiles(deps.open, account, level, asked.seriesIds, wide)
      for (const [seriesId, series] of known) held.get(seriesId)![level] = series
    }
  } catch (error) {
    deps.report(error)
    return undefined
  }
  const needed = { from: asked.span.from, to: Math.min(asked.span.to, deps.now() / 1000 + AHEAD_SECONDS) }
  const candidates = levels.slice(levels.indexOf(asked.level)).map((level) => {
    const missing = [...held.values()].map((known) => secondsMissing(known, level, needed))
    return { level, missing: missing.reduce((sum, seconds) => sum + seconds, 0) }
  })
  const best = candidates.reduce((least, candidate) => (candidate.missing < least.missing ? candidate : least))
  const entire = best.level === asked.level ? asked.span : wholeTiles(best.level, asked.span)
  const derived = [...held].map(([seriesId, known]) => ({ seriesId, ...deriveTiles(known, best.level, entire) }))
  const used = derived.flatMap((series) => series.used)
  if (used.length === 0) return undefined

  const complete = best.missing === 0 && best.level === asked.level
  const entries = derived.flatMap(({ seriesId, tiles }) =>
    tiles.map(({ from, bytes }) => {
      const stored = held.get(seriesId)?.[best.level]?.tiles.get(from)
      return { seriesId, from, bytes, cursor: stored?.bytes === bytes ? stored.cursor : 0 }
    }),
  )
  const own = complete && used.every(({ source }) => source === best.level)
  const cursor = own ? Math.min(...used.map((run) => run.cursor)) : 0
  const confirmedAt = Math.min(...used.map((run) => run.confirmedAt))
  const headers = {
    'X-Data-From': new Date(confirmedAt).toISOString(),
    ...(best.missing > 0 && { 'X-Data-Partial': 'true' }),
  }
  const everything = own ? asked : { ...asked, since: undefined }
  return { response: containerResponse(everything, best.level, entries, cursor, headers), complete, confirmedAt }
}

function secondsMissing(known: KnownLevels, level: Level, needed: Span): number {
  return gapsIn(usableRuns(known, level, needed), needed).reduce((sum, { from, to }) => sum + to - from, 0)
}

const wholeTiles = (level: Level, { from, to }: Span): Span => ({
  from: tileSpan(level, from).from,
  to: tileSpan(level, to - 1).to,
})

/** Parses a request into a question for whole tiles; undefined if only the server can answer it. */
function readQuestion(request: Request): Asked | undefined {
  if (request.headers.has('X-Share-Token')) return undefined
  const query = new URL(request.url).searchParams
  const level = levels.find((known) => known === query.get('level'))
  const from = wholeNumber(query.get('from'))
  const to = wholeNumber(query.get('to'))
  const scales = idsOf(query.get('scales'))
  const controllers = idsOf(query.get('controllers'))
  const since = query.has('since') ? wholeNumber(query.get('since')) : undefined
  if (!level || from === undefined || to === undefined || from >= to || !scales || !controllers) return undefined
  if (query.has('since') && since === undefined) return undefined
  const seriesIds = [...new Set([...scales, ...controllers.map((id) => -id)])]
  if (seriesIds.length === 0) return undefined
  const language = request.headers.get('Accept-Language') ?? ''
  return { level, seriesIds, span: wholeTiles(level, { from, to }), since, language }
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function idsOf(text: string | null): number[] | undefined {
  if (text === null) return []
  return /^\d{1,9}(,\d{1,9})*$/.test(text) ? text.split(',').map(Number) : undefined
}
