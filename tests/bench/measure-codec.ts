import { decodeTile, encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { mergeRaw } from '#domain/hives/tiles/tile-merge.ts'
import { emptyRawTile, type RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { figure, type Row } from './bench.ts'
import { createHive } from './hive-series.ts'

const DAYS = 365
const READINGS_A_DAY = 144
const WARM_UP_ROUNDS = 5
const ROUNDS = 40
const VALUES_A_READING = 4
const MAXIMUM_BYTES = 3.6
const AT_LEAST_MILLION_VALUES = 50

/** Size and speed of raw tiles of one hive's year, in this process, measured in processor time. */
export function measureCodec(from: number): Row[] {
  const hive = createHive(1)
  const tiles = Array.from({ length: DAYS }, (_, day): RawTile => {
    const start = from + day * 86_400
    const readings = Array.from({ length: READINGS_A_DAY }, (_, i) => hive(start + i * 600, 600))
    const columns = {
      weight: readings.map(({ weight }) => Math.round(weight * 1000)),
      temperature: readings.map(({ temperature }) => Math.round(temperature * 100)),
      humidity: readings.map(({ humidity }) => Math.round(humidity * 10)),
    }
    return mergeRaw(emptyRawTile(start), { length: readings.length, time: readings.map(({ time }) => time), columns })
      .tile
  })
  const encoded = tiles.map(encodeTile)
  const bytes = encoded.reduce((sum, tile) => sum + tile.length, 0) / (DAYS * READINGS_A_DAY)
  const values = DAYS * READINGS_A_DAY * VALUES_A_READING
  const speed = (work: () => void): number => {
    for (let round = 0; round < WARM_UP_ROUNDS; round++) work()
    const start = process.cpuUsage()
    for (let round = 0; round < ROUNDS; round++) work()
    const { user, system } = process.cpuUsage(start)
    return (values * ROUNDS) / (user + system)
  }
  const decoding = speed(() => {
    for (const tile of encoded) decodeTile(tile)
  })
  const encoding = speed(() => {
    for (const tile of tiles) encodeTile(tile)
  })
  const row = (name: string, ours: string, target?: Row['target']): Row => ({
    name,
    ours,
    influxdb: '–',
    ratio: '–',
    ...(target ? { target } : {}),
  })
  return [
    row('raw tile, bytes a reading', figure(bytes), { text: `≤ ${MAXIMUM_BYTES}`, isMet: bytes <= MAXIMUM_BYTES }),
    row('decoding, million values a second', figure(decoding), {
      text: `≥ ${AT_LEAST_MILLION_VALUES}`,
      isMet: decoding >= AT_LEAST_MILLION_VALUES,
    }),
    row('encoding, million values a second', figure(encoding)),
  ]
}
