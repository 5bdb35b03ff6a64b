import { type ChannelType, type SeasonKind, seasonKinds } from './notification.ts'

/** The channels for it: an SMS is for urgent things, and programs query the data themselves. */
const seasonWays: readonly ChannelType[] = ['push', 'email', 'ntfy', 'telegram', 'matrix']
export const tellsOfSeason = (type: ChannelType): boolean => seasonWays.includes(type)

/** The season news that a channel reports: for push all of it by default, because it arrives silently; otherwise what was chosen. */
export function seasonKindsOf(type: ChannelType, chosen: readonly SeasonKind[] | null): readonly SeasonKind[] {
  if (!tellsOfSeason(type)) return []
  return chosen ?? (type === 'push' ? seasonKinds : [])
}
