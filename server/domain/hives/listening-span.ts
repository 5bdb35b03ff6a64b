/** A time in which the server took in what came, epoch ms. */
export type ListeningSpan = { from: number; to: number }

/** After a longer pause transmitters may have much to catch up with: patience with them begins anew. */
export const LONG_PAUSE_MS = 10 * 60_000

/** Since when the server has been listening but for short pauses, which count for nothing. `spans`: rising. */
export function listeningSince(spans: readonly ListeningSpan[]): number | undefined {
  let since: ListeningSpan | undefined
  for (const span of spans.toReversed()) {
    if (since && since.from - span.to > LONG_PAUSE_MS) break
    since = span
  }
  return since?.from
}

/** For how long, in ms, the server was listening since a time, without a long pause in it. */
export function listenedMs(spans: readonly ListeningSpan[], sinceMs: number): number {
  const begin = listeningSince(spans)
  if (begin === undefined) return 0
  const from = Math.max(begin, sinceMs)
  return spans.reduce((sum, span) => sum + Math.max(0, span.to - Math.max(span.from, from)), 0)
}
