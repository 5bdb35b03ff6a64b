import type { Alarm, AlarmVerdict } from '#domain/alerts/alarm.ts'
import type { UnsentChange } from '../../../offline/outbox.ts'

export const ALARM_PATH = '/api/alarm/'

/** Returns the server's alarms with the verdicts given on this device that have not been sent yet. */
export function withPendingVerdicts(known: readonly Alarm[], unsent: readonly UnsentChange[]): Alarm[] {
  const verdicts = new Map<number, AlarmVerdict | null>()
  for (const { path, body } of unsent) {
    if (!path.startsWith(ALARM_PATH)) continue
    const { verdict = null } = body as { verdict?: AlarmVerdict | null }
    verdicts.set(Number(path.slice(ALARM_PATH.length)), verdict)
  }
  return known.map((alarm) => {
    const verdict = verdicts.get(alarm.id)
    return verdict === undefined ? alarm : { ...alarm, verdict }
  })
}
