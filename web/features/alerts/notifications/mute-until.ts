import { MUTE_PRESET_HOURS } from '#domain/alerts/notification.ts'
import { HOUR_MS } from '#domain/platform/durations.ts'

export const muteLengths = [...MUTE_PRESET_HOURS.map((hours) => `${hours}h` as const), 'time', 'forever'] as const
export type MuteLength = (typeof muteLengths)[number]

/** Returns when a mute ends: null for never, undefined if the entered time is missing or past. */
export function muteUntil(length: MuteLength, localTime: string, now: Date): string | null | undefined {
  if (length === 'forever') return null
  if (length !== 'time') return new Date(now.getTime() + Number.parseInt(length, 10) * HOUR_MS).toISOString()
  const end = new Date(localTime)
  return end > now ? end.toISOString() : undefined
}

const LONGER_THAN_PRESETS_HOURS = Math.max(...MUTE_PRESET_HOURS) + 1

/** The default end: on the hour, and later than any preset. Some browsers show an empty field as if it were filled in. */
export const firstEnd = (now: Date): Date =>
  new Date(Math.ceil(now.getTime() / HOUR_MS + LONGER_THAN_PRESETS_HOURS) * HOUR_MS)
