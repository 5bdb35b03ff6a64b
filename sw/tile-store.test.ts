import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { crc32 } from '#domain/platform/crc32.ts'
import { setDevice } from './device.ts'
import { createOpenStore, type OpenStore } from './open-store.ts'
import { ifRoom, keepVisible, readTiles, writeAnswers } from './tile-store.ts'

const DAY = 86_400
const span = { from: 0, to: 2 * DAY }
/** Bytes of a given size with a correct checksum. */
function wholeBytes(size: number): Uint8Array {
  const bytes = new Uint8Array(size).fill(0x20)
  new DataView(bytes.buffer).setUint32(size - 4, crc32(bytes, size - 4), true)
  return bytes
}
const tile = (seriesId: number, from: number, size: number) => ({ seriesId, from, bytes: wholeBytes(size) })
const answer = (seriesId: number, tiles: ReturnType<typeof tile>[], cursor = 5, since?: number) => ({
  seriesIds: [seriesId],
  confirmation: { ...span, cursor, since, confirmedAt: 1 },
  tiles,
})

let open: OpenStore
const write = (one: ReturnType<typeof answer>, now: number, maximum?: number) =>
  writeAnswers(open, 7, 'raw', [one], now, maximum)
const stored = async () => (await (await open()).getAll('series')).map(({ seriesId, size }) => [seriesId, size])
const tiles = async () => (await (await open()).getAll('tile')).map(({ seriesId, from }) => [seriesId, from])

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  open = createOpenStore()
  await setDevice(open, { id: 7, locale: 'de', variant: 'hivewatch' })
})

describe('the room for tiles', () => {
  it('is counted as tiles come, change and go', async () => {
    await write(answer(1, [tile(1, 0, 100), tile(1, DAY, 50)]), 1)
    expect(await stored()).toEqual([[1, 150]])
    await write(answer(1, [tile(1, 0, 120)], 6, 5), 2)
    expect(await stored()).toEqual([[1, 170]])
    await write(answer(1, [tile(1, DAY, 10)], 7), 3)
    expect(await stored()).toEqual([[1, 10]])
    expect(await tiles()).toEqual([[1, DAY]])
  })

  it('is freed from what has not been used for longest, runs and tiles together', async () => {
    await write(answer(1, [tile(1, 0, 100)]), 1)
    await write(answer(2, [tile(2, 0, 100)]), 2)
    await write(answer(1, [], 6, 5), 3)
    await write(answer(3, [tile(3, 0, 100)]), 4, 250)
    expect(await stored()).toEqual([
      [1, 100],
      [3, 100],
    ])
    expect(await tiles()).toEqual([
      [1, 0],
      [3, 0],
    ])
    expect((await readTiles(open, 7, 'raw', [2], span)).get(2)).toEqual({ runs: [], tiles: new Map() })
  })

  it('is freed if the browser gives no more, and then the answer is stored', async () => {
    await write(answer(1, [tile(1, 0, 100)]), 1)
    await write(answer(2, [tile(2, 0, 100)]), 2)
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await write(answer(3, [tile(3, 0, 100)]), 3)
    full.mockRestore()
    expect(await stored()).toEqual([
      [2, 100],
      [3, 100],
    ])
  })

  it('is freed in vain only once, and never from the series in view', async () => {
    for (const seriesId of [1, 2, 3, 4, 5]) await write(answer(seriesId, [tile(seriesId, 0, 100)]), seriesId)
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
      this.transaction.abort()
      throw new DOMException('full', 'QuotaExceededError')
    })
    for (const seriesId of [1, 5, 1]) await write(answer(seriesId, [tile(seriesId, DAY, 100)], 6), 6)
    await ifRoom(open, () => Promise.reject(new DOMException('full', 'QuotaExceededError')))
    full.mockRestore()
    expect(await stored()).toEqual([
      [1, 100],
      [5, 100],
    ])
    await write(answer(1, [tile(1, DAY, 50)], 7), 7)
    expect(await stored()).toEqual([
      [1, 50],
      [5, 100],
    ])
  })

  it('holds copies of the bytes, not the whole answer they came in', async () => {
    const whole = new Uint8Array(1000)
    await write(answer(1, [{ seriesId: 1, from: 0, bytes: whole.subarray(10, 20) }]), 1)
    const [row] = await (await open()).getAll('tile')
    expect(row?.bytes.buffer.byteLength).toBe(10)
  })
})

it('what the account may no longer see leaves the device, of the kind it was told, and only of this account', async () => {
  for (const seriesId of [1, 2, -1, -2]) await write(answer(seriesId, [tile(seriesId, 0, 100)]), 1)
  const row = { seriesId: 2, level: 0, runs: [], size: 0, usedAt: 1 }
  await (await open()).put('series', { ...row, account: 8 })
  await keepVisible(open, 'scales', [1])
  expect((await stored()).map(([seriesId]) => seriesId)).toEqual([-2, -1, 1, 2])
  expect((await tiles()).map(([seriesId]) => seriesId)).toEqual([-2, -1, 1])
  await keepVisible(open, 'controllers', [2])
  expect((await tiles()).map(([seriesId]) => seriesId)).toEqual([-2, 1])
})
