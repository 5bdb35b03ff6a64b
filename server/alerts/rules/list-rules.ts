import { isReached } from '#domain/alerts/change-in-span.ts'
import type { Rule, RuleTerms } from '#domain/alerts/rule.ts'
import type { Deps } from '../../deps.ts'
import { visibleScales } from '../../hives/scales/visible-scales.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { readRules } from './read-rules.ts'
import type { SpacedQuantity, Spacings } from './read-spacings.ts'
import { hivesOf } from './require-hives.ts'

/** Returns the rules of an account, each with the hives at which it cannot ring because they measure too seldom. */
export async function listRules(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  account: SignedIn,
): Promise<Rule[]> {
  const rules = await readRules(database.db, account.accountId)
  if (!rules.some(({ terms }) => terms && changesOf(terms).length > 0)) return rules
  const seen = await visibleScales(database.db, account)
  const idsOf = (rule: Rule) => hivesOf(seen, rule).map(({ id }) => id)
  const ruled = rules.map((rule) => ({ rule, changes: rule.terms ? changesOf(rule.terms) : [] }))
  const scaleIds = new Set(ruled.flatMap(({ rule, changes }) => (changes.length > 0 ? idsOf(rule) : [])))
  const nowSeconds = Math.floor(clock.now() / 1000)
  const spacings = await database.read('spacings', { scaleIds: [...scaleIds], nowSeconds })
  return ruled.map(({ rule, changes }) => ({
    ...rule,
    seldomIds: idsOf(rule).filter((id) => changes.some((change) => isTooSeldom(change, spacings.get(id)))),
  }))
}

type Change = { quantity: SpacedQuantity; withinSeconds: number }

/** The conditions that need two values of a hive within a time. */
const changesOf = ({ conditions }: RuleTerms): Change[] =>
  conditions.flatMap((one) => {
    if (!('withinMinutes' in one) || one.is === 'risesLess') return []
    const { quantity, withinMinutes } = one
    const isOfScale = quantity === 'weight' || quantity === 'temperature' || quantity === 'humidity'
    return isOfScale ? [{ quantity, withinSeconds: withinMinutes * 60 }] : []
  })

const isTooSeldom = ({ quantity, withinSeconds }: Change, spacings: Spacings | undefined): boolean => {
  const spacing = spacings?.[quantity]
  return spacing !== undefined && !isReached(spacing, withinSeconds)
}
