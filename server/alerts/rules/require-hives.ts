import type { Kysely } from 'kysely'
import type { RuleBody } from '#domain/alerts/rule.ts'
import { type VisibleScale, visibleScales } from '../../hives/scales/visible-scales.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'

/**
 * Returns the hives in use that a rule is about, by id. Throws 404 `scale_not_found` if a
 * named one is neither owned nor watched, and 400 `no_hive_chosen` if none is chosen.
 */
export async function requireHives(
  db: Kysely<Tables>,
  account: SignedIn,
  { everyOwn, scaleIds }: Pick<RuleBody, 'everyOwn' | 'scaleIds'>,
): Promise<VisibleScale[]> {
  if (!everyOwn && scaleIds.length === 0) throw new AppError(400, 'no_hive_chosen')
  const seen = await visibleScales(db, account)
  if (!scaleIds.every((id) => seen.some((scale) => scale.id === id))) throw new AppError(404, 'scale_not_found')
  return hivesOf(seen, { everyOwn, scaleIds })
}

/** Returns those of the visible hives that are in use and that a rule is about, by id. */
export const hivesOf = (
  seen: readonly VisibleScale[],
  { everyOwn, scaleIds }: Pick<RuleBody, 'everyOwn' | 'scaleIds'>,
): VisibleScale[] =>
  seen
    .filter(({ id, access }) => (everyOwn && access === 'own') || scaleIds.includes(id))
    .filter(({ row }) => row.state === 'active')
    .sort((a, b) => a.id - b.id)
