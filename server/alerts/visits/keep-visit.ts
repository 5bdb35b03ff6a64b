import type { VisitBody } from '#domain/alerts/visit.ts'
import { LONGEST_VISIT_MS } from '#domain/alerts/visit-length.ts'
import type { Deps } from '../../deps.ts'
import { requireController } from '../../hives/controllers/visible-controllers.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { endIfOver } from './end-visits.ts'
import { followChange, keepQuiet, recordVisit, type VisitStates } from './visit-change.ts'
import { countOpenVisits, endVisit, insertVisit, selectVisit, type VisitRow } from './visit-queries.ts'

const isOutlived = ({ started_at, ended_at, deleted_at }: VisitRow, now: number): boolean =>
  ended_at === null && deleted_at === null && now - started_at >= LONGEST_VISIT_MS

/** A limit, since each ongoing visit is checked every minute. */
const OPEN_AT_MOST = 50

/**
 * Stores that a visit began, or that it is over, whichever arrives first; a repetition changes nothing. One that arrives so late that it is over by
 * now ends at once. `behindMs`: how far the device's clock is behind. Throws 404 `controller_not_found`, 403, 409 `already_exists` if the id belongs
 * to somebody else's visit or another apiary's, 409 `visits_too_many`, and 410 `visit_deleted` for a deleted visit, which stays deleted.
 */
export async function keepVisit(
  deps: Pick<Deps, 'database' | 'clock' | 'events'>,
  account: SignedIn,
  body: VisitBody,
  behindMs: number,
): Promise<{ row: VisitRow; isNew: boolean }> {
  const { access } = await requireController(deps.database.db, account, body.controllerId, 'write')
  const now = deps.clock.now()
  const heard = (moment: string) => Math.min(Date.parse(moment) + behindMs, now)
  const id = body.id.toLowerCase()
  const startedAt = heard(body.startedAt)
  const endOf = (begun: number) =>
    body.endedAt === undefined ? null : Math.min(Math.max(heard(body.endedAt), begun), begun + LONGEST_VISIT_MS)

  const kept = await deps.database.db.transaction().execute(async (db): Promise<VisitStates & { known?: VisitRow }> => {
    const endedAt = endOf(startedAt)
    const inserted = await insertVisit(db, {
      id,
      controller_id: body.controllerId,
      started_at: startedAt,
      ended_at: endedAt,
      ended_by: endedAt === null ? null : 'hand',
      created_by: account.accountId,
      created_at: now,
      deleted_at: null,
    })
    const known = inserted ? undefined : await selectVisit(db, id)
    // whoever may change the apiary may end a visit, as they may correct it; only its creator may send its beginning again
    const isTheirs = known?.created_by === account.accountId || body.endedAt !== undefined
    if (known && (!isTheirs || known.controller_id !== body.controllerId)) throw new AppError(409, 'already_exists')
    if (known && known.deleted_at !== null) throw new AppError(410, 'visit_deleted')
    const end = known && endOf(known.started_at)
    const ended = end ? await endVisit(db, known, { ended_at: end, ended_by: 'hand' }) : undefined
    const states = { before: known, after: inserted ?? ended }
    const isOneMore = inserted !== undefined && endedAt === null
    if (isOneMore && (await countOpenVisits(db, account.accountId)) > OPEN_AT_MOST)
      throw new AppError(409, 'visits_too_many')
    if (!states.after) return { before: undefined, after: undefined, known: known! }
    const written = { ...deps, database: { db } }
    await recordVisit(written, { account, access }, inserted ? 'add' : 'edit', states)
    await keepQuiet(db, states, now)
    return states
  })
  if (kept.after) await followChange(deps, kept)
  const row = kept.after ?? kept.known!
  const ended = isOutlived(row, now) && deps.clock.isTrusted() ? await endIfOver(deps, row) : undefined
  return { row: ended ?? row, isNew: kept.after !== undefined && kept.before === undefined }
}
