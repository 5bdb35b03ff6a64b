import type { ShownMute } from '#domain/alerts/pending-mutes.ts'

/** Returns the mutes in effect at `now` (epoch ms), or as soon as they are sent: data cached on this device may include some that have ended. */
export const mutesAt = ({ mutes }: { mutes: readonly ShownMute[] }, now: number): ShownMute[] =>
  mutes.filter(({ enddate }) => enddate === null || Date.parse(enddate) > now)
