import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { createRests } from '../../platform/loops/rests.ts'
import type { ThinPart } from './read-thin.ts'
import { selectClosed, selectSeriesIds } from './rebuild-queries.ts'
import { rebuildSeries } from './rebuild-tiles.ts'
import { closeBefore, noteThinned, replaceDay } from './thin-queries.ts'

const DAYS_A_PART = 100

type Store = Pick<Deps['database'], 'db' | 'read'>
type Way = { told(done: number): void; signal: AbortSignal }

/**
 * Leaves one reading per hour on the days that the previous call closed, series by series, and closes the days that have become
 * older than `keptDays` since. By the next call, whatever was in flight has long been folded and rolled up. Days that the hour and
 * day levels do not match exactly are rolled up again first. Closed days younger than that are reopened: a wrong clock closed them,
 * or they are to be kept longer now. A series that cannot be read does not stop the others. Returns how many days were thinned.
 */
export async function thinDays(
  { database: { db, read }, clock, loops }: Pick<Deps, 'database' | 'clock' | 'loops'>,
  keptDays: number,
  { told, signal }: Way,
): Promise<number> {
  const { closed_before: closed, thinned_before: from } = await selectClosed(db)
  const seconds = Math.floor(clock.now() / 1000)
  const old = seconds - (seconds % DAY_SECONDS) - keptDays * DAY_SECONDS
  const to = Math.min(closed, old)
  let thinned = 0
  if (from < to) {
    const seriesIds = await selectSeriesIds(db)
    let done = 0
    const thin = async (seriesId: number) => {
      told(done / seriesIds.length)
      thinned += await thinSeries({ db, read }, { seriesId, from, to }, signal)
      done++
    }
    await loops('thinning').run(seriesIds, (seriesId) => `series ${seriesId}`, thin, signal)
    signal.throwIfAborted()
    // if a series was left out, the next call starts from the same day again
    if (done === seriesIds.length) await noteThinned(db, to)
  }
  await closeBefore(db, Math.max(from, old))
  return thinned
}

async function thinSeries(
  { db, read }: Store,
  span: { seriesId: number; from: number; to: number },
  signal: AbortSignal,
): Promise<number> {
  let thinned = 0
  let isRebuilt = false
  const rest = createRests(signal)
  for (let next: number | undefined = span.from; next !== undefined; ) {
    signal.throwIfAborted()
    const part: ThinPart = await read('thin', { ...span, from: next, limit: DAYS_A_PART })
    if (part.wrong > 0 && !isRebuilt) {
      await rebuildSeries({ db, read }, span.seriesId)
      isRebuilt = true
      continue
    }
    if (part.days.length > 0) {
      await db.transaction().execute(async (transaction) => {
        for (const day of part.days) await replaceDay(transaction, day)
      })
      // transmitters need the same disk
      await rest()
    }
    thinned += part.days.length
    next = part.next
  }
  return thinned
}
