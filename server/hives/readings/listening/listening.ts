import { type ListeningSpan, listenedMs, listeningSince, spansUntil } from '#domain/hives/listening-span.ts'
import type { Deps } from '../../../deps.ts'
import { createDeafness } from './deafness.ts'
import { cutSpans, deleteSpans, insertSpan, moveSpanEnd, selectSpans, tryInbox } from './listening-queries.ts'

const BEAT_MS = 30_000
/** After this long without a beat nothing was accepted meanwhile. */
const MISSED_MS = 3 * 60_000
/** At least twice the longest interval of any transmitter. */
const KEPT_MS = 31 * 24 * 3600_000

/** When this server accepted what transmitters sent, and they reached it. Silence is judged only over that time. */
export type Listening = {
  /** How long the server has listened since a time (epoch ms), in ms; time before a long pause does not count. */
  listenedMs(sinceMs: number): number
  /** Since when it has listened, ignoring short pauses; epoch ms. */
  since(): number
}

export type ListeningLoop = Listening & {
  /** Records that it still listens, which also shows that the store accepts writes, and the inbox readings. */
  beat(): Promise<void>
  /** To be called when time has jumped: earlier spans mean nothing then. */
  beginAnew(): void
  stop(): Promise<void>
}

/** Starts listening; `before`: the recorded spans. */
export function createListening(
  deps: Pick<Deps, 'database' | 'clock' | 'logger' | 'config' | 'troubles'>,
  before: readonly ListeningSpan[],
): ListeningLoop {
  const { clock, logger } = deps
  const { db } = deps.database
  const begun = clock.now()
  let spans = before.filter(({ to }) => to <= begun).concat({ from: begun, to: begun })
  let id: number | undefined
  let beating: Promise<void> | undefined
  let isFailing = false
  const deafness = createDeafness(deps, (since) => listenedMs(spans, since))

  /** While nobody is heard, the spans end where somebody last was. Returns whether that is so. */
  async function isDeaf(now: number): Promise<boolean> {
    const since = await deafness.since(now)
    if (since === undefined) return false
    if (spans.at(-1)!.to > since) {
      await cutSpans(db, since)
      spans = spansUntil(spans, since)
      id = undefined
    }
    return true
  }

  async function write(): Promise<void> {
    const now = clock.now()
    try {
      if (await isDeaf(now)) return
    } catch (error) {
      return noteFailure(error)
    }
    const last = spans.at(-1)!
    if (now - last.to > MISSED_MS || now < last.to) {
      spans.push({ from: now, to: now })
      id = undefined
    }
    const current = spans.at(-1)!
    try {
      await tryInbox(db)
      if (id === undefined) {
        id = await insertSpan(db, { ...current, to: now })
        await deleteSpans(db, now - KEPT_MS, now + MISSED_MS)
      } else await moveSpanEnd(db, id, now)
      isFailing = false
    } catch (error) {
      return noteFailure(error)
    }
    current.to = now
  }

  function noteFailure(error: unknown): void {
    if (!isFailing)
      logger.error({ err: error }, 'the database cannot be written; transmitters are not checked for silence')
    isFailing = true
  }

  const beat = (): Promise<void> => {
    beating ??= write().finally(() => {
      beating = undefined
    })
    return beating
  }
  const timer = setInterval(beat, BEAT_MS).unref()
  return {
    listenedMs: (sinceMs) => listenedMs(spans, sinceMs),
    since: () => (deafness.isSo() ? undefined : listeningSince(spans)) ?? clock.now(),
    beat,
    beginAnew() {
      const now = clock.now()
      deafness.forget()
      spans = [{ from: now, to: now }]
      id = undefined
    },
    async stop() {
      clearInterval(timer)
      await beating
    },
  }
}

/** The spans recorded before. */
export const readSpans = ({ database }: Pick<Deps, 'database'>): Promise<ListeningSpan[]> => selectSpans(database.db)
