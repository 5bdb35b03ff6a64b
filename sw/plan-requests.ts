import { type Level, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { gapsIn, type Run, runsIn, type Span } from './coverage.ts'

/** A question to the server: a rectangle of series and time, either completely or only what changed since a cursor. */
export type Question = Span & { seriesIds: number[]; since?: number }

const QUESTIONS_FOR_GAPS = 3
const aheadSeconds = { raw: 14 * DAY_SECONDS, hour: 60 * DAY_SECONDS, day: 366 * DAY_SECONDS } as const

/** Extends a span that reaches the present into the future: nothing is there yet, so tomorrow only the changes are needed. */
export function withFuture(level: Level, span: Span, nowSeconds: number): Span {
  return span.to < nowSeconds ? span : { from: span.from, to: tileSpan(level, span.to + aheadSeconds[level]).from }
}

/**
 * Returns the fewest questions that bring `span` (whole tiles) up to date: one for everything known, with its oldest cursor, and one for
 * each missing span, or a single one enclosing them if there are many.
 */
export function planRequests(known: ReadonlyMap<number, readonly Run[]>, span: Span, future: Span): Question[] {
  const changed: Question = { seriesIds: [], from: span.to, to: span.from, since: Number.POSITIVE_INFINITY }
  const missing = new Map<string, Question>()
  for (const [seriesId, runs] of known) {
    if (runsIn(runs, span).length > 0) {
      changed.seriesIds.push(seriesId)
      for (const run of runsIn(runs, future)) {
        changed.from = Math.min(changed.from, run.from)
        changed.to = Math.max(changed.to, run.to)
        changed.since = Math.min(changed.since!, run.cursor)
      }
    }
    for (const gap of gapsIn(runs, span)) {
      const to = gap.to === span.to ? future.to : gap.to
      const question = missing.get(`${gap.from}-${to}`)
      if (question) question.seriesIds.push(seriesId)
      else missing.set(`${gap.from}-${to}`, { seriesIds: [seriesId], from: gap.from, to })
    }
  }
  const gaps = [...missing.values()]
  const whole = gaps.length > QUESTIONS_FOR_GAPS ? [enclosing(gaps)] : gaps
  return changed.seriesIds.length > 0 ? [changed, ...whole] : whole
}

function enclosing(questions: readonly Question[]): Question {
  return {
    seriesIds: [...new Set(questions.flatMap(({ seriesIds }) => seriesIds))],
    from: Math.min(...questions.map(({ from }) => from)),
    to: Math.max(...questions.map(({ to }) => to)),
  }
}
