import { EARLIEST_TIME_SECONDS } from '#domain/hives/reading.ts'
import { inWords, meaningOf } from '../../hives/unknown-fields/known-fields.ts'
import { isoTimeOf, isStoredTime, latestOf } from './device-message.ts'

/** `when` is that of Blues' Notehub, `published_at` that of Particle's webhooks, `sensetime` that of simatho's scale. */
const otherNames = [
  ...['time', 'timestamp', 'time_stamp', 'datetime', 'date_time', 'ts', 'measured_at', 'recorded_at'],
  ...['sensetime', 'when', 'unixtime', 'unix_time', 'epoch', 'created_at', 'published_at'],
]
const VALUE = 'value'
const DEPTH = 2

type Fields = Record<string, unknown>

/**
 * What the fields of one measurement say about its time, and the other fields: under `time`, else under another name, or beside the values
 * further in, if a measurement can be of that time, since some devices count something else there; else one long ago that names no zone. `now` in
 * epoch ms.
 */
export function timeIn(fields: Fields, now: number): { said: unknown; rest: Fields } {
  const { time, ...rest } = fields
  if (time !== undefined && time !== null && time !== '') return { said: time, rest }
  const own = otherTimeIn(rest, now)
  if (own !== undefined) return { said: rest[own], rest: without(rest, own) }
  const inside = [...timesBesideValues(rest, now, DEPTH)]
  // if they differ, each value has its own
  const isOne = new Set(inside.map(({ said }) => isoTimeOf(said))).size === 1
  if (isOne) return { said: inside[0]!.said, rest }
  const stored = Object.keys(rest).find((name) => otherNames.includes(inWords(name)) && isStoredTime(rest[name], now))
  return stored === undefined ? { said: undefined, rest } : { said: rest[stored], rest: without(rest, stored) }
}

/** The name under which an object has a time that a measurement can be of. */
function otherTimeIn(fields: Fields, now: number): string | undefined {
  const written = new Map(Object.keys(fields).map((name) => [inWords(name), name]))
  return otherNames
    .map((name) => written.get(name))
    .find((name) => {
      const seconds = name === undefined ? Number.NaN : Date.parse(isoTimeOf(fields[name]) ?? '') / 1000
      return seconds >= EARLIEST_TIME_SECONDS && seconds <= latestOf(now)
    })
}

/** Only beside a value that was measured: anything else may be of another time, such as the last fix of a GPS. */
function* timesBesideValues(fields: Fields, now: number, depth: number): Generator<{ said: unknown }> {
  for (const [name, inner] of Object.entries(fields)) {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) continue
    const within = inner as Fields
    const isMeasured = Object.keys(within).some(isMeasure) || (isMeasure(name) && VALUE in within)
    const time = isMeasured ? otherTimeIn(within, now) : undefined
    if (time !== undefined) yield { said: within[time] }
    if (depth > 1) yield* timesBesideValues(within, now, depth - 1)
  }
}

const measures = new Set(['weight', 'rawWeight', 'temperature', 'humidity'])
const isMeasure = (name: string): boolean => measures.has(meaningOf(name)?.quantity ?? '')

const without = ({ ...fields }: Fields, name: string): Fields => {
  delete fields[name]
  return fields
}
