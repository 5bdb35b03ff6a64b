import type { RuleTerms } from '#domain/alerts/rule.ts'
import { isOfHive } from '#domain/alerts/rule-quantity.ts'

/** Limits rules about something all hives of a transmitter share, such as its battery, to the first of these hives, so that they ring once. */
export function onceATransmitter<Hive extends { scaleId: number; controllerId: number }>(
  terms: RuleTerms,
  hives: readonly Hive[],
): Hive[] {
  if (terms.conditions.some(({ quantity }) => isOfHive(quantity))) return [...hives]
  const firsts = new Map<number, Hive>()
  for (const hive of hives) {
    const first = firsts.get(hive.controllerId)
    if (!first || hive.scaleId < first.scaleId) firsts.set(hive.controllerId, hive)
  }
  return [...firsts.values()]
}
