import type { Deps } from '../../deps.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { SetAsideRow } from './set-aside-queries.ts'

/** Records in the audit log what an administrator did with something that is set aside; once dropped, that is all that is left of it. */
export const recordSetAside = (
  deps: Pick<Deps, 'database' | 'clock'>,
  account: SignedIn,
  action: 'setAside.retry' | 'setAside.drop',
  { id, controller_id: controllerId, imei, scale_id: scaleId, scale, stage, reason, readings, days }: SetAsideRow,
): Promise<void> => {
  const what = { controllerId, imei, scaleId, scale, stage, reason, readings, days: Number(days) }
  const isDropped = action === 'setAside.drop'
  return recordChange(deps, {
    actorId: account.accountId,
    action,
    subjectType: 'setAside',
    subjectId: String(id),
    before: isDropped ? what : null,
    after: isDropped ? null : what,
  })
}
