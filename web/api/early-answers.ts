/** Older answers no longer match what a screen would be told now. */
const FRESH_MS = 20_000

/** `askedAt`: epoch ms. */
type Early = { locale: string; answer: Promise<Response>; askedAt: number }

declare global {
  interface Window {
    /** Requests that the page's own script sent while the app's code was loading, by address. */
    earlyAnswers?: Record<string, Early>
  }
}

/** When the oldest of the early answers in use was requested, in epoch ms. */
let taken = Number.POSITIVE_INFINITY

/** Whether the page requested it and nobody has taken the answer yet. */
export const isAskedEarly = (path: string): boolean => window.earlyAnswers?.[path] !== undefined

/**
 * Returns the answer that the page requested before the app had loaded, once. Calls `ask` instead if there is none, or it is too old, in another language or
 * failed.
 */
export function takeEarlyAnswer(path: string, locale: string, ask: () => Promise<Response>): Promise<Response> {
  const early = window.earlyAnswers?.[path]
  if (!early) return ask()
  delete window.earlyAnswers![path]
  if (early.locale !== locale || Date.now() - early.askedAt > FRESH_MS) {
    drop(early)
    return ask()
  }
  return early.answer.then((answer) => {
    taken = Math.min(taken, early.askedAt)
    return answer
  }, ask)
}

/** Discards all of them: a change, or news of one, makes them outdated. */
export function dropEarlyAnswers(): void {
  Object.values(window.earlyAnswers ?? {}).forEach(drop)
  window.earlyAnswers = {}
}

/** An answer that nobody reads would keep its connection open. */
const drop = ({ answer }: Early): void => void answer.then(({ body }) => body?.cancel()).catch(() => undefined)

/** Returns, once, when the oldest answer on display was requested (epoch ms): changes since then were not reported by any stream. */
export function askedEarliest(): number {
  const earliest = taken
  taken = Number.POSITIVE_INFINITY
  return earliest
}
