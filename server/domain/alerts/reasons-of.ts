import type { AlarmReason } from './alarm.ts'

/** Parses reasons stored as JSON; none if they are damaged, because the alarm stays and must not block anything. */
export function reasonsOf(text: string): AlarmReason[] {
  try {
    const reasons: unknown = JSON.parse(text)
    return Array.isArray(reasons) ? reasons : []
  } catch {
    return []
  }
}
