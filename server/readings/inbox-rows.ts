import { ABSENT } from '#domain/timeline-tile.ts'

/**
 * The body of an inbox row: readings that already know their series (a scale's id, or a controller's negative id), seven
 * 32-bit integers each. Written and read on one machine, so in its own byte order.
 */
export type SeriesReading = {
  seriesId: number
  time: number
  weight: number
  temperature: number
  humidity: number
  battery: number
  signal: number
}

const FIELDS = 7
const integer = (value: number) => (Number.isNaN(value) ? ABSENT : value)

export function encodeInboxRows(readings: readonly SeriesReading[]): Uint8Array {
  const fields = new Int32Array(readings.length * FIELDS)
  let at = 0
  for (const reading of readings) {
    fields[at++] = reading.seriesId
    fields[at++] = reading.time | 0
    fields[at++] = integer(reading.weight)
    fields[at++] = integer(reading.temperature)
    fields[at++] = integer(reading.humidity)
    fields[at++] = integer(reading.battery)
    fields[at++] = integer(reading.signal)
  }
  return new Uint8Array(fields.buffer)
}

export function decodeInboxRows(body: Uint8Array): SeriesReading[] {
  const fields = new Int32Array(body.slice().buffer)
  const readings: SeriesReading[] = []
  for (let at = 0; at < fields.length; at += FIELDS) {
    readings.push({
      seriesId: fields[at]!,
      time: fields[at + 1]! >>> 0,
      weight: fields[at + 2]!,
      temperature: fields[at + 3]!,
      humidity: fields[at + 4]!,
      battery: fields[at + 5]!,
      signal: fields[at + 6]!,
    })
  }
  return readings
}
