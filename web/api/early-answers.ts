/** Until what the page asked for is too old to be what a screen would be told now. */
const FRESH_MS = 20_000

/** `askedAt`: epoch ms. */
type Early = { locale: string; answer: Promise<Response>; askedAt: number }

declare global {
  interface Window {
    /** What the page's own script asked the server beside the code of the app, by address. */
    earlyAnswers?: Record<string, Early>
  }
}

/** When the oldest of those was asked for that are shown. */
let taken = Number.POSITIVE_INFINITY

/** Whether the page asked for it, and nobody took the answer yet. */
export const isAskedEarly = (path: string): boolean => window.earlyAnswers?.[path] !== undefined

/** The answer that the page asked for before the app was there, once; `ask` where that is old, in another language, or did not come. */
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

/** A change, or news of one, makes all of them another time's. */
export function dropEarlyAnswers(): void {
  Object.values(window.earlyAnswers ?? {}).forEach(drop)
  window.earlyAnswers = {}
}

/** One that nobody reads would keep its connection. */
const drop = ({ answer }: Early): void => void answer.then(({ body }) => body?.cancel()).catch(() => undefined)

/** When the oldest of what is shown was asked for, once (epoch ms): what changed since came over no stream. */
export function askedEarliest(): number {
  const earliest = taken
  taken = Number.POSITIVE_INFINITY
  return earliest
}
