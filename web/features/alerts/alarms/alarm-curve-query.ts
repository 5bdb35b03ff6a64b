import { queryOptions } from '@tanstack/react-query'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { decodeTile } from '#domain/hives/tile-codec.ts'
import { decodeContainer } from '#domain/hives/timeline-container.ts'
import { ABSENT } from '#domain/hives/timeline-tile.ts'
import { kgFromGrams } from '#domain/hives/units.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import { fetchApi } from '../../../api/client.ts'

const AROUND_SECONDS = 6 * HOUR_SECONDS

export type AlarmHours = { time: number[]; weight: number[] }

/** The hours around an alarm, `from` and `to` in epoch seconds. */
export const hoursAround = ({ startedAt, detectedAt }: Pick<Alarm, 'startedAt' | 'detectedAt'>) => ({
  from: Math.floor(Date.parse(startedAt) / 1000) - AROUND_SECONDS,
  to: Math.floor(Date.parse(detectedAt) / 1000) + AROUND_SECONDS,
})

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
export function alarmHoursQuery(alarm: Pick<Alarm, 'id' | 'startedAt' | 'detectedAt'>, scaleId: number) {
  const span = hoursAround(alarm)
  return queryOptions({
    queryKey: ['alarm', 'hours', alarm.id],
    queryFn: async ({ signal }) => {
      const query = `scales=${scaleId}&from=${span.from}&to=${span.to}&level=raw`
      const reply = await fetchApi(`/timeline?${query}`, { headers: { Accept: 'application/octet-stream' }, signal })
      return weightsOf(new Uint8Array(await reply.arrayBuffer()), span)
    },
  })
}
