import type { Kysely } from 'kysely'
import type { Rule } from '#domain/alerts/rule.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Clock } from '../../platform/runtime/clock.ts'
import type { Tables } from '../../store/tables.ts'

/** Records a change of a rule that an administrator makes in its owner's name. */
export const recordRule = (
  deps: { database: { db: Kysely<Tables> }; clock: Clock },
  account: SignedIn,
  verb: 'add' | 'edit' | 'remove',
  { before, after }: { before: Rule | null; after: Rule | null },
): Promise<void> =>
  recordAdministration(
    deps,
    { account, access: 'own' },
    { action: `rule.${verb}`, subjectType: 'rule', subjectId: (before ?? after)!.id, before, after },
  )
