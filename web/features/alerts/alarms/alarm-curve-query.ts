import { queryOptions } from '@tanstack/react-query'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { decodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { decodeContainer } from '#domain/hives/tiles/timeline-container.ts'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import { kgFromGrams } from '#domain/hives/units.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import { fetchApi } from '../../../api/client.ts'

const AROUND_SECONDS = 6 * HOUR_SECONDS

export type AlarmHours = { time: number[]; weight: number[] }

/** An alarm still open after this long is followed on its hive's page instead. */
const FOLLOWED_SECONDS = 3 * DAY_SECONDS
/** Readings from this long before the alarm give the weight it started from. */
const BASE_SECONDS = 45 * 60

type Span = Pick<Alarm, 'startedAt' | 'detectedAt' | 'endedAt'>

/** Returns the hours around an alarm, up to `nowMs` if it has not ended; `from` and `to` in epoch seconds. */
export function hoursAround({ startedAt, detectedAt, endedAt }: Span, nowMs: number) {
  const detected = Math.floor(Date.parse(detectedAt) / 1000)
  const now = endedAt === null ? Math.min(Math.floor(nowMs / 1000), detected + FOLLOWED_SECONDS) : 0
  return {
    from: Math.floor(Date.parse(startedAt) / 1000) - AROUND_SECONDS,
    to: Math.max(detected + AROUND_SECONDS, now),
  }
}

/** Returns the change in kg from the weight just before the alarm began to the last reading; undefined if either is unknown. */
export function changeSince({ time, weight }: AlarmHours, startedAt: string): number | undefined {
  const began = Date.parse(startedAt) / 1000
  const before = weight.filter((_, i) => time[i]! <= began && time[i]! > began - BASE_SECONDS).sort((a, b) => a - b)
  const [base, last] = [before[before.length >> 1], weight.at(-1)]
  return base === undefined || last === undefined || time.at(-1)! <= began ? undefined : last - base
}

/** Returns the weights in kg between `from` and `to` from a `GET timeline` answer. */
export function weightsOf(bytes: Uint8Array, { from, to }: { from: number; to: number }): AlarmHours {
  const hours: AlarmHours = { time: [], weight: [] }
  for (const stored of decodeContainer(bytes).tiles) {
    const tile = decodeTile(stored.bytes, ['weight'])
    const grams = tile.level === 'raw' ? tile.columns.weight : undefined
    for (let i = 0; grams && i < tile.length; i++) {
      const at = tile.from + tile.time[i]!
      if (at < from || at > to || grams[i] === ABSENT) continue
      hours.time.push(at)
      hours.weight.push(kgFromGrams(grams[i]!))
    }
  }
  return hours
}

/** The readings around an alarm of a scale. Not persisted here: the service worker caches series. */
export function alarmHoursQuery(alarm: Pick<Alarm, 'id'> & Span, scaleId: number) {
  return queryOptions({
    queryKey: ['alarm', 'hours', alarm.id],
    queryFn: async ({ signal }) => {
      const span = hoursAround(alarm, Date.now())
      const query = `scales=${scaleId}&from=${span.from}&to=${span.to}&level=raw`
      const reply = await fetchApi(`/timeline?${query}`, { headers: { Accept: 'application/octet-stream' }, signal })
      return weightsOf(new Uint8Array(await reply.arrayBuffer()), span)
    },
  })
}
