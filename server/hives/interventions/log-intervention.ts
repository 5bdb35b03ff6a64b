import { detailFits, type InterventionBody } from '#domain/hives/intervention.ts'
import { gramsFromKg } from '#domain/hives/units.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { requireScale } from '../scales/visible-scales.ts'
import { editIntervention } from './edit-intervention.ts'
import {
  type InterventionRow,
  insertIntervention,
  selectIntervention,
  updateIntervention,
} from './intervention-queries.ts'
import { notedTime } from './noted-time.ts'
import type { Reassess } from './reassess.ts'
import { recordIntervention } from './record-intervention.ts'

type NotingDeps = Pick<Deps, 'database' | 'clock' | 'ids' | 'events'> & Reassess

/**
 * Records what was done at a hive. Sending the same id again from the same account changes nothing unless it `isRewritten`, or restores a
 * deleted intervention; somebody else's id is 409 `already_exists`. `behindMs`: how far the clock that noted the time is behind. Throws 400
 * `time_before_start` and `time_in_future`.
 */
export async function logIntervention(
  deps: NotingDeps,
  account: SignedIn,
  body: InterventionBody,
  behindMs: number,
): Promise<{ row: InterventionRow; isNew: boolean }> {
  const { clock, ids } = deps
  const { db } = deps.database
  const { access } = await requireScale(db, account, body.scaleId, 'write')
  const [now, sent] = [clock.now(), Date.parse(body.time)]
  const isNow = body.isNow ?? Boolean(body.visitId)
  const time = isNow ? notedTime(Math.min(sent + behindMs, now), now) : notedTime(sent, now, behindMs)
  const id = (body.id ?? ids.uuid()).toLowerCase()
  const inserted = await db.transaction().execute(async (within) => {
    const row = await insertIntervention(within, {
      id,
      scale_id: body.scaleId,
      label: body.label,
      description: body.description,
      time,
      created_by: account.accountId,
      created_at: now,
      deleted_at: null,
      amount_grams: body.amount == null ? null : gramsFromKg(body.amount),
      detail: body.detail && detailFits(body.label, body.detail) ? body.detail : null,
      visit_id: body.visitId?.toLowerCase() ?? null,
    })
    const written = { ...deps, database: { db: within } }
    if (!row) return undefined
    await recordIntervention(written, { account, access }, 'add', { before: null, after: row })
    return { row, tell: await deps.reassess(within, row.scale_id, [row.time]) }
  })
  if (inserted) {
    inserted.tell()
    return { row: inserted.row, isNew: true }
  }
  const known = await selectIntervention(db, id)
  if (known?.created_by !== account.accountId || known.scale_id !== body.scaleId) {
    throw new AppError(409, 'already_exists')
  }
  const row = known.deleted_at === null ? known : await restored(deps, { account, access }, known)
  if (!body.isRewritten) return { row, isNew: false }
  // what was noted as it was done has the time that was worked out when it arrived
  const { label, description, amount, detail } = body
  const edit = { label, description, amount, detail, ...(!isNow && { time: new Date(time).toISOString() }) }
  const edited = await editIntervention(deps, account, id, edit)
  return { row: edited.row, isNew: false }
}

/** Takes back that an intervention was deleted. */
async function restored(
  deps: NotingDeps,
  by: Parameters<typeof recordIntervention>[1],
  known: InterventionRow,
): Promise<InterventionRow> {
  const { row, tell } = await deps.database.db.transaction().execute(async (db) => {
    const row = (await updateIntervention(db, known.id, { deleted_at: null })) ?? known
    await recordIntervention({ ...deps, database: { db } }, by, 'add', { before: null, after: row })
    return { row, tell: await deps.reassess(db, known.scale_id, [known.time]) }
  })
  tell()
  return row
}
