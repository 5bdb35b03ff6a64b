import type { Scale } from '#domain/scale.ts'

/**
 * Feed left in kg: the weight without the empty hive, and no more than the feed that was given where that is noted.
 * Null without a weight, or where the empty weight was never set.
 */
export function feedLeft(
  weight: number | null,
  { emptyWeight, feedStock }: Pick<Scale, 'emptyWeight' | 'feedStock'>,
): number | null {
  if (weight === null || emptyWeight <= 0) return null
  const over = Math.max(0, weight - emptyWeight)
  return feedStock > 0 ? Math.min(over, feedStock) : over
}
