import { MUTE_PRESET_HOURS } from '#domain/alerts/notification.ts'

export const muteLengths = [...MUTE_PRESET_HOURS.map((hours) => `${hours}h` as const), 'time', 'forever'] as const
export type MuteLength = (typeof muteLengths)[number]

/** When a mute ends: null never, undefined where the time that was entered is missing or over. */
export function muteUntil(length: MuteLength, localTime: string, now: Date): string | null | undefined {
  if (length === 'forever') return null
  if (length !== 'time') return new Date(now.getTime() + Number.parseInt(length, 10) * 3_600_000).toISOString()
  const end = new Date(localTime)
  return end > now ? end.toISOString() : undefined
}
