import { type Trouble, type TroubleKind, type Troubles, troublesOfARun } from '#domain/platform/trouble.ts'
import type { Deps } from '../../../deps.ts'
import { insertTrouble, selectTroubles, type TroubleRow, updateTrouble } from './trouble-queries.ts'

/** A trouble raised again this soon after it was over is the same episode. */
const SAME_EPISODE_MS = 15 * 60_000
/** That a trouble continues is written at most this often. */
const REFRESH_MS = 60_000
const RETRY_MS = 15_000
/** Problems of very many things share one trouble with a count; this only keeps a mistake from filling the memory. */
const KEPT_AT_MOST = 1000

/** `id`: that of its row; `writtenAt`: when that was last written, undefined if it is outdated. */
type Episode = Omit<Trouble, 'subject'> & {
  subject: string
  endedAt: number | undefined
  id: number | undefined
  writtenAt: number | undefined
  /** It was cleared before the rows were loaded. */
  wasUnknown?: true
}

const keyOf = (kind: TroubleKind, subject: string) => `${kind} ${subject}`

/**
 * Keeps the server's problems in memory and writes them to the database in the background: nothing waits while that is locked or full, and
 * failed writes are retried. `onChange` is called when a trouble begins or ends.
 */
export function createTroubles(
  { database: { db }, clock, logger }: Pick<Deps, 'database' | 'clock' | 'logger'>,
  onChange: () => void = () => undefined,
): Troubles {
  const episodes = new Map<string, Episode>()
  let isLoaded = false
  let writing: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  const loading = load().catch((error) => logger.error({ err: error }, 'troubles could not be read; will try again'))

  /** Merges troubles left open by an earlier run with those known since. Kinds whose end this run would never learn of are closed. */
  async function load(): Promise<void> {
    const now = clock.now()
    const rows = await selectTroubles(db, now - SAME_EPISODE_MS)
    if (isLoaded) return
    isLoaded = true
    for (const [key, row] of newestByKey(rows)) {
      const { id, endedAt, since, values, kind } = row
      const known = episodes.get(key)
      const isOver = !known && endedAt === undefined && troublesOfARun.includes(kind)
      if (isOver) episodes.set(key, { ...row, endedAt: now, writtenAt: undefined })
      else if (!known) episodes.set(key, row)
      else Object.assign(known, { id, since, ...(known.endedAt === undefined ? {} : { values }) })
    }
    // ended before this server knew that it had begun
    for (const [key, { id, wasUnknown }] of episodes) if (wasUnknown && id === undefined) episodes.delete(key)
    if (nextUnwritten()) writeSoon()
  }

  function writeSoon(): void {
    writing ??= write().finally(() => {
      writing = undefined
    })
  }

  async function write(): Promise<void> {
    clearTimeout(retry)
    try {
      await loading
      if (!isLoaded) await load()
      for (let episode = nextUnwritten(); episode; episode = nextUnwritten()) await writeOne(episode)
    } catch (error) {
      logger.error({ err: error }, 'a trouble could not be stored; keeping it in memory, will try again')
      if (!stopped) retry = setTimeout(writeSoon, RETRY_MS).unref()
    }
  }

  const nextUnwritten = () => [...episodes.values()].find(({ writtenAt }) => writtenAt === undefined)

  async function writeOne(episode: Episode): Promise<void> {
    const { kind, subject, values, since, lastSeen, endedAt = null } = episode
    const state = { values: JSON.stringify(values), last_seen: lastSeen, ended_at: endedAt }
    const before = { endedAt: episode.endedAt, values }
    if (episode.id === undefined) episode.id = await insertTrouble(db, { kind, subject, since, ...state })
    else await updateTrouble(db, episode.id, state)
    if (episode.endedAt === before.endedAt && episode.values === before.values) episode.writtenAt = clock.now()
  }

  function forgetOver(): void {
    for (const [key, { endedAt, writtenAt }] of episodes) {
      if (endedAt !== undefined && writtenAt !== undefined && Math.abs(clock.now() - endedAt) > SAME_EPISODE_MS)
        episodes.delete(key)
    }
  }

  function begin({ kind, subject, values }: Pick<Episode, 'kind' | 'subject' | 'values'>): void {
    if (episodes.size >= KEPT_AT_MOST) return void logger.error({ kind, subject }, 'too many troubles to keep this one')
    const now = clock.now()
    const row = { id: undefined, writtenAt: undefined, endedAt: undefined }
    episodes.set(keyOf(kind, subject), { kind, subject, values, since: now, lastSeen: now, ...row })
    logger.warn({ trouble: kind, subject, values }, 'something is wrong')
    onChange()
    writeSoon()
  }

  return {
    async raise(raised) {
      const { kind, subject = '' } = raised
      const values: Trouble['values'] = raised.values ?? {}
      forgetOver()
      const known = episodes.get(keyOf(kind, subject))
      if (!known) return begin({ kind, subject, values })
      const now = clock.now()
      const isAgain = known.endedAt !== undefined
      const isStale = known.writtenAt !== undefined && Math.abs(now - known.writtenAt) >= REFRESH_MS
      Object.assign(known, { lastSeen: now, values, endedAt: undefined })
      delete known.wasUnknown
      if (isAgain) onChange()
      if (!isAgain && !isStale) return
      known.writtenAt = undefined
      writeSoon()
    },

    async clear(kind, subject = '') {
      const key = keyOf(kind, subject)
      const known = episodes.get(key)
      if (known ? known.endedAt !== undefined : isLoaded) return
      const now = clock.now()
      if (known) {
        Object.assign(known, { endedAt: now, writtenAt: undefined })
        logger.info({ trouble: kind, subject }, 'a trouble is over')
      } else {
        const unknown = {
          values: {},
          since: now,
          lastSeen: now,
          id: undefined,
          writtenAt: undefined,
          wasUnknown: true as const,
        }
        episodes.set(key, { kind, subject, ...unknown, endedAt: now })
      }
      onChange()
      writeSoon()
    },

    async open() {
      await loading
      return [...episodes.values()]
        .filter(({ endedAt }) => endedAt === undefined)
        .map(({ kind, subject, values, since, lastSeen }) => ({
          ...{ kind, values, since, lastSeen },
          subject: subject || undefined,
        }))
        .toSorted((a, b) => a.since - b.since)
    },

    async settled() {
      await loading
      await writing
    },

    async stop() {
      stopped = true
      clearTimeout(retry)
      await loading
      await writing
    },
  }
}

/** The newest episode of each trouble; an open one takes precedence over those that are over. */
function newestByKey(rows: readonly TroubleRow[]): Map<string, Episode> {
  const newest = new Map<string, Episode>()
  for (const row of rows) {
    const key = keyOf(row.kind, row.subject)
    if (row.ended_at === null || newest.get(key)?.endedAt !== undefined || !newest.has(key))
      newest.set(key, toEpisode(row))
  }
  return newest
}

const toEpisode = (row: TroubleRow): Episode => ({
  kind: row.kind,
  subject: row.subject,
  values: row.values,
  since: Number(row.since),
  lastSeen: Number(row.last_seen),
  endedAt: row.ended_at === null ? undefined : Number(row.ended_at),
  id: row.id,
  writtenAt: Number(row.last_seen),
})
