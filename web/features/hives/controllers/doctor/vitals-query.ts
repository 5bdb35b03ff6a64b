import { queryOptions } from '@tanstack/react-query'
import { decodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { decodeContainer } from '#domain/hives/tiles/timeline-container.ts'
import { ABSENT, type Level, type RawColumnName } from '#domain/hives/tiles/timeline-tile.ts'
import { voltsFromMillivolts } from '#domain/hives/units.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import { fetchApi } from '../../../../api/client.ts'
import type { TimeSpan } from '../../../../charts/points/align-series.ts'
import { makePoints, type Points } from '../../../../charts/points/points.ts'

/** Battery in V and signal in dBm. */
export type Vitals = { battery: Points; signal: Points }

/** Returns the `days` days up to the hour in which the transmitter was last heard, or up to `now` (epoch ms); in epoch seconds. */
export function lastDays(days: number, lastUpdate: string | null, now: number): TimeSpan {
  const end = Math.ceil((lastUpdate === null ? now : Date.parse(lastUpdate)) / 1000 / HOUR_SECONDS) * HOUR_SECONDS
  return { from: end - days * DAY_SECONDS, to: end }
}

/** Reads battery and signal in the span from a `GET timeline` answer; a mean is placed at the middle of its bucket. */
export function vitalsOf(bytes: Uint8Array, { from, to }: TimeSpan): Vitals {
  const { level, tiles } = decodeContainer(bytes)
  const middle = level === 'raw' ? 0 : (level === 'hour' ? HOUR_SECONDS : DAY_SECONDS) / 2
  const found: Record<'battery' | 'signal', { time: number[]; value: number[] }> = {
    battery: { time: [], value: [] },
    signal: { time: [], value: [] },
  }
  for (const stored of tiles) {
    const tile = decodeTile(stored.bytes, ['battery', 'signal'])
    const columns = tile.columns as Partial<Record<RawColumnName, Int32Array>>
    for (let row = 0; row < tile.length; row++) {
      const time = tile.from + tile.time[row]! + middle
      if (time < from || time > to) continue
      for (const name of ['battery', 'signal'] as const) {
        const value = columns[name]?.[row] ?? ABSENT
        if (value === ABSENT) continue
        found[name].time.push(time)
        found[name].value.push(name === 'battery' ? voltsFromMillivolts(value) : value)
      }
    }
  }
  const points = ({ time, value }: { time: number[]; value: number[] }) =>
    makePoints(Float64Array.from(time), Float64Array.from(value), undefined, 6 * middle)
  return { battery: points(found.battery), signal: points(found.signal) }
}

/** Battery and signal of a transmitter. Not persisted here: the service worker caches series. */
export function vitalsQuery(id: number, span: TimeSpan, level: Level) {
  return queryOptions({
    queryKey: ['controller', id, 'vitals', span.from, span.to],
    queryFn: async ({ signal }) => {
      const query = `controllers=${id}&from=${span.from}&to=${span.to}&level=${level}`
      const reply = await fetchApi(`/timeline?${query}`, { headers: { Accept: 'application/octet-stream' }, signal })
      return vitalsOf(new Uint8Array(await reply.arrayBuffer()), span)
    },
  })
}
