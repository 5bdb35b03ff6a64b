import type { Refusal } from '#domain/hives/doctor/refusal-findings.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { RecentMap } from '../../../platform/runtime/recent-map.ts'

const TRANSMITTERS = 10_000
const ADDRESSES = 5_000
const KEYS = 2_000
const LOOK_UPS_A_SECOND = 50
const SAME_REQUEST_MS = 2000
const TEXT_CHARACTERS = 40

/** What a refused request says about itself, truncated. */
export type Said = { path?: string | undefined; imei?: unknown; imsi?: unknown }

export type Refusals = ReturnType<typeof createRefusals>

/**
 * Why the last request of a transmitter was refused, so that its owner sees what a device without a screen is told. In bounded
 * memory: one refusal per transmitter and one per network address; accepted requests are not involved.
 */
export function createRefusals(now: () => number = Date.now) {
  const transmitters = new RecentMap<number, Refusal>(TRANSMITTERS)
  const addresses = new RecentMap<string, Refusal>(ADDRESSES)
  const replacedKeys = new RecentMap<string, number>(KEYS)
  const lookUps = { second: 0, count: 0 }

  function put<Key>(map: RecentMap<Key, Refusal>, key: Key, code: Refusal['code'], said: Said): void {
    const before = map.get(key)
    const count = before?.code === code ? before.count + 1 : 1
    map.set(key, { code, at: now(), count, path: text(said.path), imei: text(said.imei), imsi: text(said.imsi) })
  }

  return {
    get size(): number {
      return transmitters.size + addresses.size + replacedKeys.size
    },

    /** Notes a refusal of a transmitter known for certain: its key was right, or its IMEI was named. */
    note(controllerId: number, code: ErrorCode, said: Said = {}): void {
      put(transmitters, controllerId, code, said)
    },
    of: (controllerId: number): Refusal | undefined => transmitters.get(controllerId),
    /** Whether its last refusal, just now, was for a replaced key. */
    wasReplaced(controllerId: number): boolean {
      const last = transmitters.get(controllerId)
      return last?.code === 'key_replaced' && now() - last.at < SAME_REQUEST_MS
    },

    /** Notes an unknown key: reported to the transmitter that had it before, otherwise to owners at the same address. */
    noteWrongKey(keyHash: string, address: string, said: Said = {}): void {
      const controllerId = replacedKeys.get(keyHash)
      if (controllerId === undefined) put(addresses, address, 'device_key_wrong', said)
      else put(transmitters, controllerId, 'key_replaced', said)
    },
    near: (address: string): Refusal | undefined => addresses.get(address),

    /** Remembers this key as a former one of the transmitter. */
    keyReplaced(keyHash: string | null, controllerId: number): void {
      if (keyHash !== null) replacedKeys.set(keyHash, controllerId)
    },

    /** Whether there is room for another look-up of an IMEI; strangers could cause any number. */
    mayLookUp(): boolean {
      const second = Math.floor(now() / 1000)
      if (lookUps.second !== second) {
        lookUps.second = second
        lookUps.count = 0
      }
      return ++lookUps.count <= LOOK_UPS_A_SECOND
    },
  }
}

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, TEXT_CHARACTERS) : ''
