import type { Refusal } from '#domain/hives/refusal-findings.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { RecentMap } from '../../../platform/runtime/recent-map.ts'

const TRANSMITTERS = 10_000
const ADDRESSES = 5_000
const KEYS = 2_000
const LOOK_UPS_A_SECOND = 50
const SAME_REQUEST_MS = 2000
const TEXT_CHARACTERS = 40

/** What a request that was refused says of itself, cut short. */
export type Said = { path?: string | undefined; imei?: unknown; imsi?: unknown }

export type Refusals = ReturnType<typeof createRefusals>

/**
 * Why the last request of a transmitter was refused, so that its owner sees what a device without a screen is told. In memory, bounded,
 * one refusal a transmitter and one a network address; a request that is taken never comes here.
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

    /** Of a transmitter that is known for certain: its key was right, or it was named by its number. */
    note(controllerId: number, code: ErrorCode, said: Said = {}): void {
      put(transmitters, controllerId, code, said)
    },
    of: (controllerId: number): Refusal | undefined => transmitters.get(controllerId),
    /** Whether the last that came of it was a key of before, this moment. */
    wasReplaced(controllerId: number): boolean {
      const last = transmitters.get(controllerId)
      return last?.code === 'key_replaced' && now() - last.at < SAME_REQUEST_MS
    },

    /** A key that nobody has: told to whoever has given it up, and to those at the address it came from. */
    noteWrongKey(keyHash: string, address: string, said: Said = {}): void {
      const controllerId = replacedKeys.get(keyHash)
      if (controllerId === undefined) put(addresses, address, 'device_key_wrong', said)
      else put(transmitters, controllerId, 'key_replaced', said)
    },
    near: (address: string): Refusal | undefined => addresses.get(address),

    /** From now on this key is a former one of the transmitter. */
    keyReplaced(keyHash: string | null, controllerId: number): void {
      if (keyHash !== null) replacedKeys.set(keyHash, controllerId)
    },

    /** Whether there is room to ask whose number it is; strangers ask as often as they like. */
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
