import type { AlarmReason } from './alarm.ts'

/** Reasons that are stored as JSON; none where somebody damaged them, for the alarm stays and holds nothing up. */
export function reasonsOf(text: string): AlarmReason[] {
  try {
    const reasons: unknown = JSON.parse(text)
    return Array.isArray(reasons) ? reasons : []
  } catch {
    return []
  }
}
