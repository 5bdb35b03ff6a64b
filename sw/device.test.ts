import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { emptyRawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { readDevice, setDevice } from './device.ts'
import { createOpenStore, type OpenStore } from './open-store.ts'
import { readTiles, writeAnswers } from './tile-store.ts'
import { wipe } from './wipe.ts'

const account = { id: 7, locale: 'de', variant: 'hivewatch' } as const
const span = { from: 0, to: 86_400 }
const answer = {
  seriesIds: [1],
  confirmation: { ...span, cursor: 5, confirmedAt: 1 },
  tiles: [{ seriesId: 1, from: 0, bytes: encodeTile(emptyRawTile(0)) }],
}
const waiting = {
  account: 7,
  locale: 'de',
  change: { id: 'a', method: 'POST', path: '/api/x' },
  queuedAt: 1,
  rejection: null,
} as const

let open: OpenStore

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  open = createOpenStore()
  await setDevice(open, account)
  await writeAnswers(open, 7, 'raw', [answer], 1)
  await (await open()).add('outbox', waiting)
})

async function rowsLeft(): Promise<number> {
  const store = await open()
  const counts = await Promise.all([...store.objectStoreNames].map((name) => store.count(name)))
  return counts.reduce((sum, count) => sum + count, 0)
}

describe('the account of a device', () => {
  it('keeps what it has when the same person comes back', async () => {
    await setDevice(open, { ...account, locale: 'fr' })
    expect(await readDevice(open)).toEqual({ ...account, locale: 'fr' })
    expect((await readTiles(open, 7, 'raw', [1], span)).get(1)?.tiles.size).toBe(1)
    expect(await (await open()).count('outbox')).toBe(1)
  })

  it('takes nothing over from another account', async () => {
    await setDevice(open, { ...account, id: 8 })
    expect((await (await open()).getAll('outbox')).map(({ account }) => account)).toEqual([7])
    expect(await rowsLeft()).toBe(2)
    expect((await readTiles(open, 8, 'raw', [1], span)).get(1)).toEqual({ runs: [], tiles: new Map() })
  })

  it('does not see series of another account even while they are stored', async () => {
    expect((await readTiles(open, 8, 'raw', [1], span)).get(1)).toEqual({ runs: [], tiles: new Map() })
  })
})

describe('signing out', () => {
  const shown = { close: vi.fn() }
  const subscription = { unsubscribe: vi.fn(async () => true) }
  const registration = {
    getNotifications: async () => [shown as unknown as Notification],
    pushManager: { getSubscription: async () => subscription as unknown as PushSubscription },
  }

  it('leaves no row, no notification, no badge and no subscription', async () => {
    const clearBadge = vi.fn(async () => {})
    await wipe({ open, registration, clearBadge }, false)
    expect(await rowsLeft()).toBe(0)
    expect(shown.close).toHaveBeenCalled()
    expect(subscription.unsubscribe).toHaveBeenCalled()
    expect(clearBadge).toHaveBeenCalled()
  })

  it('keeps waiting changes if only the session ended, for the same account only', async () => {
    const waitingFor = async () => (await (await open()).getAll('outbox')).map((row) => row.account)
    await wipe({ open, registration, clearBadge: async () => {} }, true)
    expect(await rowsLeft()).toBe(1)
    await setDevice(open, account)
    expect(await waitingFor()).toEqual([7])
    await wipe({ open, registration, clearBadge: async () => {} }, true)
    await setDevice(open, { ...account, id: 8 })
    await (await open()).add('outbox', { ...waiting, account: 8 })
    await wipe({ open, registration, clearBadge: async () => {} }, false)
    expect(await waitingFor()).toEqual([7])
    await wipe({ open, registration, clearBadge: async () => {} }, false)
    expect(await waitingFor()).toEqual([7])
    await setDevice(open, account)
    await wipe({ open, registration, clearBadge: async () => {} }, false)
    expect(await waitingFor()).toEqual([])
  })

  it('removes the rest when a part fails, and says so', async () => {
    const clearBadge = async () => {
      throw new Error('no badge')
    }
    expect(await wipe({ open, registration, clearBadge }, false)).toEqual({ incomplete: true })
    expect(await rowsLeft()).toBe(0)
  })
})

it('a device too full for the next account does not stay with the previous one', async () => {
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
    this.transaction.abort()
    throw new DOMException('full', 'QuotaExceededError')
  })
  await expect(setDevice(open, { ...account, id: 8 })).rejects.toThrow('full')
  full.mockRestore()
  expect(await readDevice(open)).toBeUndefined()
  expect(await (await open()).getAll('outbox')).toEqual([{ ...waiting, sequence: 1 }])
  expect(await rowsLeft()).toBe(1)
})

it('the account of a full device can be announced again, since nothing of it has to be stored', async () => {
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await setDevice(open, { ...account })
  await expect(setDevice(open, { ...account, locale: 'fr' })).rejects.toThrow('full')
  full.mockRestore()
})
