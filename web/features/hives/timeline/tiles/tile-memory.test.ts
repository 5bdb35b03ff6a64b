import { describe, expect, it } from 'vitest'
import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { type CoarseTile, type Level, type RawTile, type Tile, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { createTileMemory, type TilesQuery } from './tile-memory.ts'

const DAY = 86_400
const { from: monday } = tileSpan('raw', 1_760_000_000)
const signal = new AbortController().signal

function rawTile(from: number, weight: number): RawTile {
  return { level: 'raw', from, length: 1, time: Int32Array.of(600), columns: { weight: Int32Array.of(weight) } }
}
function dayTile(from: number): CoarseTile {
  const weight = Int32Array.of(7000)
  const columns = { weightLast: weight, weightMin: weight, weightMax: weight, weightMean: weight }
  return { level: 'day', from, length: 1, time: Int32Array.of(monday - from), columns }
}

/** A fake server with tiles, each with the revision at which it changed; it answers like the real one and records the requests. */
function fakeServer(tiles: { seriesId: number; tile: Tile; revision: number }[]) {
  const asked: TilesQuery[] = []
  let cursor = 1
  return {
    asked,
    put(seriesId: number, tile: Tile) {
      cursor++
      const index = tiles.findIndex((one) => one.seriesId === seriesId && one.tile.from === tile.from)
      if (index >= 0) tiles.splice(index, 1)
      tiles.push({ seriesId, tile, revision: cursor })
    },
    fetch: async (query: TilesQuery) => {
      asked.push(query)
      const answer = tiles.filter(
        ({ seriesId, tile, revision }) =>
          query.seriesIds.includes(seriesId) &&
          tile.level === query.level &&
          tile.from >= tileSpan(query.level, query.from).from &&
          tile.from < query.to &&
          revision > (query.since ?? 0),
      )
      return {
        container: {
          level: query.level,
          cursor,
          tiles: answer.map(({ seriesId, tile }) => ({ seriesId, from: tile.from, bytes: encodeTile(tile) })),
        },
        confirmedAt: 1000 * cursor,
        partial: false,
      }
    },
  }
}

const weights = (memory: ReturnType<typeof createTileMemory>, level: Level, span: { from: number; to: number }) =>
  memory.pieces(1, level, span).map(({ tile }) => ('weight' in tile.columns ? tile.columns.weight![0] : 'bucket'))

describe('the tiles a page holds', () => {
  const week = { from: monday, to: monday + 3 * DAY }

  it('are requested once, even those that do not exist', async () => {
    const server = fakeServer([{ seriesId: 1, tile: rawTile(monday, 5), revision: 1 }])
    const memory = createTileMemory(server.fetch)
    await memory.load([1, 2], 'raw', week, signal)
    await memory.load([1, 2], 'raw', week, signal)
    expect(server.asked).toEqual([{ seriesIds: [1, 2], level: 'raw', ...week }])
    expect(weights(memory, 'raw', week)).toEqual([5])
    expect(memory.complete([1, 2], 'raw', week)).toBe(true)
  })

  it('are requested from the first to the last one missing, in one request for series missing the same', async () => {
    const server = fakeServer([])
    const memory = createTileMemory(server.fetch)
    await memory.load([1], 'raw', week, signal)
    await memory.load([1, 2, 3], 'raw', { from: monday, to: monday + 4 * DAY }, signal)
    expect(server.asked.slice(1)).toEqual([
      { seriesIds: [1], level: 'raw', from: monday + 3 * DAY, to: monday + 4 * DAY },
      { seriesIds: [2, 3], level: 'raw', from: monday, to: monday + 4 * DAY },
    ])
  })

  it('are confirmed by requesting changes, and only changed tiles are replaced', async () => {
    const server = fakeServer([
      { seriesId: 1, tile: rawTile(monday, 5), revision: 1 },
      { seriesId: 1, tile: rawTile(monday + DAY, 6), revision: 1 },
    ])
    const memory = createTileMemory(server.fetch)
    await memory.load([1], 'raw', week, signal)
    server.put(1, rawTile(monday + DAY, 66))
    await memory.refresh([1], 'raw', week, signal)
    expect(server.asked[1]?.since).toBe(1)
    expect(weights(memory, 'raw', week)).toEqual([5, 66])
    expect(memory.confirmedAt([1], 'raw', week)).toBe(2000)
    server.put(1, rawTile(monday + 2 * DAY, 7))
    await memory.refresh([1], 'raw', week, signal)
    expect(server.asked[2]?.since).toBe(2)
    expect(weights(memory, 'raw', week)).toEqual([5, 66, 7])
  })

  it('of another level stand in until the right ones arrive', async () => {
    const { from: year } = tileSpan('day', monday)
    const server = fakeServer([
      { seriesId: 1, tile: dayTile(year), revision: 1 },
      { seriesId: 1, tile: rawTile(monday, 5), revision: 1 },
    ])
    const memory = createTileMemory(server.fetch)
    await memory.load([1], 'day', week, signal)
    expect(weights(memory, 'raw', week)).toEqual(['bucket', 'bucket', 'bucket'])
    expect(memory.complete([1], 'raw', week)).toBe(false)
    await memory.load([1], 'raw', week, signal)
    expect(weights(memory, 'raw', week)).toEqual([5])
  })

  it('are not refreshed if none is held, and listeners are told when some arrive', async () => {
    const server = fakeServer([])
    const memory = createTileMemory(server.fetch)
    let told = 0
    memory.subscribe(() => told++)
    await memory.refresh([1], 'raw', week, signal)
    expect([server.asked.length, told]).toEqual([0, 0])
    await memory.load([1], 'raw', week, signal)
    expect(told).toBe(1)
    memory.clear()
    expect(memory.complete([1], 'raw', week)).toBe(false)
  })

  it('may be of a coarser level and only part of the span on a device without a network', async () => {
    const { from: year } = tileSpan('day', monday)
    const offline = {
      level: 'day',
      cursor: 0,
      tiles: [{ seriesId: 1, from: year, bytes: encodeTile(dayTile(year)) }],
    } as const
    const memory = createTileMemory(async () => ({
      container: { ...offline, tiles: [...offline.tiles] },
      confirmedAt: 500,
      partial: true,
    }))
    await memory.load([1, 2], 'raw', week, signal)
    expect(weights(memory, 'raw', week)).toEqual(['bucket', 'bucket', 'bucket'])
    expect(memory.complete([1], 'raw', week)).toBe(false)
    expect(memory.complete([1], 'day', week)).toBe(true)
    expect(memory.complete([2], 'day', week)).toBe(false)
    expect(memory.confirmedAt([1], 'day', week)).toBe(500)
  })
})
