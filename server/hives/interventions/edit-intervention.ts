import type { InferOutput } from 'valibot'
import { detailFits, type InterventionEditBody } from '#domain/hives/intervention.ts'
import { gramsFromKg } from '#domain/hives/units.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { bothWords } from './both-words.ts'
import { type InterventionRow, updateIntervention } from './intervention-queries.ts'
import { notedTime } from './noted-time.ts'
import type { Reassess } from './reassess.ts'
import { recordIntervention } from './record-intervention.ts'
import { requireIntervention } from './require-intervention.ts'

/**
 * Changes an intervention. An edit that changes nothing is harmless: it may be a retry. `isBoth`: somebody else had changed the words, too, and both are kept.
 * Throws 400 `time_before_start` and `time_in_future`, and 409 `intervention_words_changed` if there is no room for both.
 */
export async function editIntervention(
  deps: Pick<Deps, 'database' | 'clock' | 'events'> & Reassess,
  account: SignedIn,
  id: string,
  edit: InferOutput<typeof InterventionEditBody>,
): Promise<{ row: InterventionRow; isBoth: boolean }> {
  const { row, isBoth, tell } = await deps.database.db.transaction().execute(async (db) => {
    const { row, access } = await requireIntervention(db, account, id)
    if (row.deleted_at !== null) throw new AppError(404, 'intervention_not_found')
    const label = edit.label ?? row.label
    const detail = edit.detail === undefined ? row.detail : edit.detail
    const time = edit.time === undefined ? row.time : Date.parse(edit.time)
    // a time from before there were limits stays as it is
    if (time !== row.time) notedTime(time, deps.clock.now())
    const description = wordsOf(row.description, edit)
    if (description === undefined) throw new AppError(409, 'intervention_words_changed')
    const after = await updateIntervention(db, row.id, {
      label,
      description,
      time,
      amount_grams: edit.amount === undefined ? row.amount_grams : edit.amount && gramsFromKg(edit.amount),
      detail: detail && detailFits(label, detail) ? detail : null,
    })
    const written = { ...deps, database: { db } }
    if (after) await recordIntervention(written, { account, access }, 'edit', { before: row, after })
    const isMoved = after && after.time !== row.time
    return {
      row: after ?? row,
      isBoth: edit.description !== undefined && description !== edit.description,
      tell: isMoved ? await deps.reassess(db, row.scale_id, [row.time, after.time]) : undefined,
    }
  })
  tell?.()
  return { row, isBoth }
}

function wordsOf(stored: string, edit: InferOutput<typeof InterventionEditBody>): string | undefined {
  const { description: written = stored, formerDescription: former = stored } = edit
  return bothWords({ former, stored, written })
}
