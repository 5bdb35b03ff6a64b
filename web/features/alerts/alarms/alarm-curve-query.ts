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

/** What goes on for longer is followed on the page of its hive. */
const FOLLOWED_SECONDS = 3 * DAY_SECONDS
/** Readings before it began that say from which weight it began. */
const BASE_SECONDS = 45 * 60

type Span = Pick<Alarm, 'startedAt' | 'detectedAt' | 'endedAt'>

/** The hours around an alarm, and of one that has no end up to `nowMs`; `from` and `to` in epoch seconds. */
export function hoursAround({ startedAt, detectedAt, endedAt }: Span, nowMs: number) {
  const detected = Math.floor(Date.parse(detectedAt) / 1000)
  const now = endedAt === null ? Math.min(Math.floor(nowMs / 1000), detected + FOLLOWED_SECONDS) : 0
  return {
    from: Math.floor(Date.parse(startedAt) / 1000) - AROUND_SECONDS,
    to: Math.max(detected + AROUND_SECONDS, now),
  }
}

/** By how many kg the last weight differs from those just before the alarm began; undefined where either is not known. */
export function changeSince({ time, weight }: AlarmHours, startedAt: string): number | undefined {
  const began = Date.parse(startedAt) / 1000
  const before = weight.filter((_, i) => time[i]! <= began && time[i]! > began - BASE_SECONDS).sort((a, b) => a - b)
  const [base, last] = [before[before.length >> 1], weight.at(-1)]
  return base === undefined || last === undefined || time.at(-1)! <= began ? undefined : last - base
}

/** The weights in kg that the answer to `GET timeline` holds between `from` and `to`. */
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

/** The readings around an alarm of a scale; series are the service worker's to keep, so they are not kept here. */
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
