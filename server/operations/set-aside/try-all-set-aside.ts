import type { Deps } from '../../deps.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { countSetAside, selectNewestSetAsideId, selectSetAsideBetween } from './set-aside-queries.ts'
import { outcomesOf } from './try-set-aside.ts'

/** Limits of a call, in rows and time, so that the caller sees the progress. */
const TRIED_AT_ONCE = 50
const TRIED_MS = 2000

type Part = { after: number; until: number }

/**
 * Retries everything that is set aside, part by part: `next` is where the following call continues. Rows set aside in the meantime are not
 * included, so that it comes to an end.
 */
export async function tryAllSetAside(
  deps: Pick<Deps, 'database' | 'clock' | 'ingest' | 'setAside' | 'logger'>,
  account: SignedIn,
  part?: Part,
): Promise<{ tried: number; gone: number; left: number; next: Part | null }> {
  const { database, clock, logger } = deps
  const { after, until } = part ?? { after: 0, until: await selectNewestSetAsideId(database.db) }
  const rows = await selectSetAsideBetween(database.db, { after, until, limit: TRIED_AT_ONCE })
  const tried: typeof rows = []
  const since = performance.now()
  for (const row of rows) {
    if (tried.length > 0 && performance.now() - since > TRIED_MS) break
    tried.push(row)
    try {
      await database.write('trySetAside', { id: row.id, nowMs: clock.now() })
    } catch (error) {
      logger.error({ err: error, setAside: row.id }, 'could not retry what is set aside')
    }
  }
  const outcomes = await outcomesOf(deps, tried)
  const gone = [...outcomes.values()].filter((outcome) => outcome === 'gone').length
  const last = tried.at(-1)?.id ?? until
  const left = await countSetAside(database.db, { after: last, until })
  if (tried.length > 0) {
    await recordChange(deps, {
      actorId: account.accountId,
      action: 'setAside.retryAll',
      subjectType: 'setAside',
      subjectId: `${tried[0]!.id}–${last}`,
      before: null,
      after: { tried: tried.length, gone },
    })
  }
  return { tried: tried.length, gone, left, next: left > 0 ? { after: last, until } : null }
}
