import * as v from 'valibot'
import type { ChannelType } from './notification.ts'

/** What is told of a hive's season, each once. */
export const seasonKinds = ['flowBegun', 'flowEnded', 'feed', 'harvest'] as const
export const SeasonKind = v.picklist(seasonKinds)
export type SeasonKind = v.InferOutput<typeof SeasonKind>

/** By what it can be told: an SMS is for what cannot wait, and a program asks for itself. */
const seasonWays: readonly ChannelType[] = ['push', 'email', 'ntfy', 'telegram', 'matrix']
export const tellsOfSeason = (type: ChannelType): boolean => seasonWays.includes(type)

/** What a channel tells of seasons: on a phone all, as it comes without a sound; elsewhere what was chosen. */
export function seasonKindsOf(type: ChannelType, chosen: readonly SeasonKind[] | null): readonly SeasonKind[] {
  if (!tellsOfSeason(type)) return []
  return chosen ?? (type === 'push' ? seasonKinds : [])
}
