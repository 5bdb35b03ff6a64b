import type { Alarm } from '#domain/alerts/alarm.ts'
import type { FollowUpKind } from '#domain/alerts/swarm-course.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { ApiClient } from './api-client.ts'

/** Confirms a hive's past swarm that nobody has judged yet, which left at `leftAt` (epoch seconds), and records that it was caught and what was done since. */
export async function followSwarm(api: ApiClient, scaleId: number, leftAt: number): Promise<void> {
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
  const around = `from=${iso(leftAt - 6 * HOUR_SECONDS)}&to=${iso(leftAt + 6 * HOUR_SECONDS)}`
  const alarms = await api.get<Alarm[]>(`/alarm?scales=${scaleId}&${around}`)
  const swarm = alarms.find(({ type }) => type === 'swarm')
  if (swarm?.verdict !== null) return
  await api.post(`/alarm/${swarm.id}`, { verdict: 'confirmed' })
  await api.post(`/alarm/${swarm.id}/course`, {
    outcome: 'caught',
    spot: 'Birnbaum beim Schuppen',
    position: { latitude: 46.9906, longitude: 7.4478 },
    hiveScaleId: null,
    hiveName: 'Kasten 7',
  })
  const kind: FollowUpKind = 'varroaSwarm'
  const done = { status: 'done', putOffUntil: null, at: iso(leftAt + 4 * DAY_SECONDS) }
  await api.post(`/alarm/${swarm.id}/followUp/${kind}`, done)
}
