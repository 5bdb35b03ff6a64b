import type { Kysely } from 'kysely'
import { kgFromGrams } from '#domain/hives/units.ts'
import type { Access } from '#domain/people/permission.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Clock } from '../../platform/runtime/clock.ts'
import type { Tables } from '../../store/tables.ts'
import type { InterventionRow } from './intervention-queries.ts'

type Verb = 'add' | 'edit' | 'remove'

/** Records what an administrator does to an intervention at somebody else's hive. */
export function recordIntervention(
  deps: { database: { db: Kysely<Tables> }; clock: Clock },
  by: { account: SignedIn; access: Access },
  verb: Verb,
  { before, after }: { before: InterventionRow | null; after: InterventionRow | null },
): Promise<void> {
  const subjectId = (after ?? before)?.id ?? ''
  return recordAdministration(deps, by, {
    action: actions[verb],
    subjectType: 'intervention',
    subjectId,
    before: before && shown(before),
    after: after && shown(after),
  })
}

const actions = {
  add: 'intervention.add',
  edit: 'intervention.edit',
  remove: 'intervention.remove',
} as const satisfies Record<Verb, string>

const shown = ({ scale_id, label, description, time, amount_grams, detail }: InterventionRow) => ({
  scaleId: scale_id,
  label,
  description,
  time: new Date(Number(time)).toISOString(),
  ...(amount_grams !== null && { amount: kgFromGrams(amount_grams) }),
  ...(detail !== null && { detail }),
})
