/** A span during which the server accepted data, in epoch ms. */
export type ListeningSpan = { from: number; to: number }

/** After a longer pause transmitters may have much to catch up on, so waiting for them starts over. */
const LONG_PAUSE_MS = 10 * 60_000

/** Returns since when the server has been listening, ignoring short pauses. `spans` are ascending. */
export function listeningSince(spans: readonly ListeningSpan[]): number | undefined {
  let since: ListeningSpan | undefined
  for (const span of spans.toReversed()) {
    if (since && since.from - span.to > LONG_PAUSE_MS) break
    since = span
  }
  return since?.from
}

/** Returns for how many ms the server has been listening since a time, starting after the last long pause. */
export function listenedMs(spans: readonly ListeningSpan[], sinceMs: number): number {
  const begin = listeningSince(spans)
  if (begin === undefined) return 0
  const from = Math.max(begin, sinceMs)
  return spans.reduce((sum, span) => sum + Math.max(0, span.to - Math.max(span.from, from)), 0)
}

/** Returns the spans up to a time; at least an empty one there. */
export function spansUntil(spans: readonly ListeningSpan[], until: number): ListeningSpan[] {
  const before = spans.flatMap(({ from, to }) => (from < until ? [{ from, to: Math.min(to, until) }] : []))
  return before.length > 0 ? before : [{ from: until, to: until }]
}
