import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import * as v from 'valibot'
import { Alarm } from '#domain/alerts/alarm.ts'
import type { KeptPush } from '#domain/alerts/push-message.ts'
import type { ClocksCompared } from '#domain/platform/device-clock.ts'
import { type DeviceAccount, type OutboxChange, type Rejection, STORE_NAME } from '#domain/platform/worker-message.ts'
import type { Run } from './coverage.ts'

/** `cursor`: the server's change cursor when these bytes arrived. */
export type TileRow = {
  account: number
  seriesId: number
  level: number
  from: number
  bytes: Uint8Array
  cursor: number
}

/** What is known of one series at one level; `size` is the total bytes of its tiles, `usedAt` is in epoch ms. */
export type SeriesRow = {
  account: number
  seriesId: number
  level: number
  runs: Run[]
  size: number
  usedAt: number
}

export type OutboxRow = {
  sequence?: number
  account: number
  locale: string
  change: OutboxChange
  queuedAt: number
  /** The last comparison of the clocks before the change was made. */
  compared?: ClocksCompared
  rejection: Rejection | null
  /** How often sending it got no answer at all; older rows lack this field and the next. */
  unanswered?: number
  /** The server's failures since the change was made or resent by hand: the count, the last one, and the time of the next try (epoch ms). */
  failed?: { times: number; trouble: Rejection; retryAt: number } | undefined
}

export interface StoreSchema extends DBSchema {
  /**
   * `signOuts`: see `createSignOuts`; `pushes`: see `keepPush`; `clocks`: see `keepCompared`. A separate store would need a new version that
   * an older worker cannot open.
   */
  device: {
    key: 'account' | 'signOuts' | 'pushes' | 'clocks'
    value: DeviceAccount | string[] | KeptPush[] | ClocksCompared
  }
  tile: { key: [account: number, seriesId: number, level: number, from: number]; value: TileRow }
  series: { key: [account: number, seriesId: number, level: number]; value: SeriesRow }
  outbox: { key: number; value: OutboxRow; indexes: { id: string } }
}

type DeviceValue = StoreSchema['device']['value'] | undefined

export const accountIn = (value: DeviceValue): DeviceAccount | undefined => (value && 'id' in value ? value : undefined)
export const comparedIn = (value: DeviceValue): ClocksCompared | undefined =>
  value && 'server' in value ? value : undefined
export const signOutsIn = (value: DeviceValue): string[] =>
  Array.isArray(value) ? value.filter((token) => typeof token === 'string') : []
/** Pushes kept by an earlier version may lack fields that alarms have now. */
export const pushesIn = (value: DeviceValue): KeptPush[] =>
  Array.isArray(value)
    ? value.flatMap((push) =>
        typeof push === 'object' && push !== null
          ? [{ ...push, alarm: v.is(Alarm, push.alarm) ? push.alarm : null }]
          : [],
      )
    : []

export type Store = IDBPDatabase<StoreSchema>
export type OpenStore = () => Promise<Store>

const VERSION = 1

/** Opens the worker's database on first use, and again after the browser closed it. `made`: called if it had to be created. */
export function createOpenStore(made: () => void = () => {}): OpenStore {
  let opened: Promise<Store> | undefined
  const forget = () => {
    opened = undefined
  }
  const open = async () => {
    let isNew = false
    const store = await openDB<StoreSchema>(STORE_NAME, VERSION, {
      upgrade(database) {
        isNew = true
        database.createObjectStore('device')
        database.createObjectStore('tile', { keyPath: ['account', 'seriesId', 'level', 'from'] })
        database.createObjectStore('series', { keyPath: ['account', 'seriesId', 'level'] })
        database
          .createObjectStore('outbox', { keyPath: 'sequence', autoIncrement: true })
          .createIndex('id', 'change.id')
      },
      blocking() {
        forget()
        store.close()
      },
      terminated: forget,
    })
    if (isNew) made()
    return store
  }
  return () => {
    opened ??= open().catch((error: unknown) => {
      forget()
      throw error
    })
    return opened
  }
}

/** The same for things that people wait for: while the database hangs, opening fails after `patience`, and from then on at once. */
export function withPatience(open: OpenStore, patience: () => Promise<void>): OpenStore {
  let waiting: Promise<Store> | undefined
  return () => {
    if (waiting) return waiting
    const opening = open()
    const late = patience().then(() => Promise.reject(new Error('the store does not open')))
    waiting = Promise.race([opening, late])
    const end = () => {
      waiting = undefined
    }
    opening.then(end, end)
    return waiting
  }
}
