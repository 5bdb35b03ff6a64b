import { beforeEach, expect, test } from 'vitest'
import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { emptyRawTile } from '#domain/hives/tiles/timeline-tile.ts'
import type { IngestRequest } from '../request/ingest-request.ts'
import { parseReadings } from '../request/parse-readings.ts'
import type { HotStatements } from '../store/hot-statements.ts'
import type { TileKey, TileStore } from '../store/tile-store.ts'
import { createTransmitterCache, type TransmitterCache } from '../store/transmitter-cache.ts'
import { LookAhead } from './look-ahead.ts'
import { OpenTiles } from './open-tiles.ts'

const DAY = 86_400
const start = Date.parse('2026-05-10T00:00:00Z') / 1000

let asked: { transmitters: string[][]; days: TileKey[][] }
let tiles: OpenTiles
let transmitters: TransmitterCache
let ahead: LookAhead

/** Three transmitters with two scales each; each series of the first one has a tile. */
const store: TileStore = {
  transmitters(keyHashes) {
    asked.transmitters.push([...keyHashes])
    return new Map(
      keyHashes.flatMap((hash) => {
        const id = ['a', 'b', 'c'].indexOf(hash) + 1
        const made = {
          state: 'active' as const,
          collected_until: null,
          type_is_guessed: 0 as const,
          has_imports: 0 as const,
        }
        const scales = [1, 2].map((channel) => ({ id: id * 10 + channel, channel, ...made }))
        return id === 0 ? [] : [[hash, { controller: { id } as never, scales }] as const]
      }),
    )
  },
  tiles(wanted) {
    asked.days.push([...wanted])
    const isFirst = ({ seriesId }: TileKey) => [-1, 11, 12].includes(seriesId)
    return wanted.filter(isFirst).map((day) => ({ ...day, bytes: encodeTile(emptyRawTile(day.from)) }))
  },
  atOnce: { series: 1, days: 1, waiting: 0 },
  forFold: () => ({ settings: [], scales: new Map(), lasts: new Map(), places: new Map() }),
  pasts: () => new Map(),
  places: () => new Map(),
  writeTiles: () => undefined,
  writeLasts: () => undefined,
  writeCheckpoints: () => undefined,
  writeContacts: () => undefined,
}

beforeEach(() => {
  asked = { transmitters: [], days: [] }
  ahead = new LookAhead(store)
  tiles = new OpenTiles((seriesId, from) => ahead.read(seriesId, from))
  const statements = () => ({ useNextKey: { get: () => undefined } }) as unknown as HotStatements
  transmitters = createTransmitterCache(statements, store, { count: 0 })
})

function request(deviceKeyHash: string, days: readonly number[]): IngestRequest {
  const readings = days.map((day) => ({ time: new Date((start + day * DAY) * 1000).toISOString(), temperature: 20 }))
  return { deviceKeyHash, rows: parseReadings(readings, start + 400 * DAY).rows } as IngestRequest
}

const look = (requests: IngestRequest[], work: () => void = () => undefined) =>
  ahead.during(requests, transmitters, tiles, work)

test('what a commit will need is queried as one set of each kind', () => {
  const wanted = ['a', 'b', 'unknown', 'a'].map((hash) => request(hash, [0]))
  look(wanted, () => {
    for (const seriesId of [-1, 11, 12, -2, 21, 22]) tiles.merge([Int32Array.of(seriesId, start, 1, 1, 1, 1, 1)])
  })
  expect(asked.transmitters).toEqual([['a', 'b', 'unknown'], ['unknown']])
  expect(asked.days).toEqual([[-1, 11, 12, -2, 21, 22].map((seriesId) => ({ seriesId, level: 'raw', from: start }))])
  look([request('b', [0]), request('a', [0])])
  expect([asked.transmitters.length, asked.days.length]).toEqual([2, 1])
})

test('a new day is queried, and only what is not in memory', () => {
  look([request('a', [0])], () => void tiles.merge([Int32Array.of(11, start, 1, 1, 1, 1, 1)]))
  look([request('a', [0, 1])])
  expect(asked.days[1]).toEqual([-1, 11, 12].map((seriesId) => ({ seriesId, level: 'raw', from: start + DAY })))
})

test('a request with very many days is not read ahead', () => {
  look([
    request(
      'a',
      Array.from({ length: 300 }, (_, day) => day),
    ),
  ])
  expect(asked.days).toEqual([])
})

test('what was read ahead is forgotten, even if the work fails', () => {
  const fail = () => {
    throw new Error('full')
  }
  expect(() => look([request('a', [0])], fail)).toThrow('full')
  ahead.read(11, start)
  expect(asked.days.at(-1)).toEqual([{ seriesId: 11, level: 'raw', from: start }])
})
