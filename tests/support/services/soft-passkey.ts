import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()
const counterBytes = (counter: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(counter)
  return bytes
}

/** What can be wrong with an answer. */
type Faults = { origin?: string; rpId?: string; counter?: number; verified?: boolean; tampered?: boolean }

/** A passkey without a device: it signs whatever it is asked to, in the form a browser would send. */
export function createSoftPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const rpId = new URL(origin).hostname
  let counter = 0

  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: faults.origin ?? origin, crossOrigin: false }))
  const head = (flags: number, count: number, faults: Faults) =>
    Buffer.concat([
      sha256(faults.rpId ?? rpId),
      Buffer.from([flags | USER_PRESENT | (faults.verified === false ? 0 : USER_VERIFIED)]),
      counterBytes(count),
    ])
  const shell = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const, clientExtensionResults: {} }

  return {
    register(challenge: string, faults: Faults = {}) {
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const authData = Buffer.concat([
        head(HAS_CREDENTIAL, 0, faults),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        isoCBOR.encode(cose as never),
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        ...shell,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, faults)),
          attestationObject: base64url(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
      }
    },
    signIn(challenge: string, faults: Faults = {}) {
      counter = faults.counter ?? counter + 1
      const data = clientData('webauthn.get', challenge, faults)
      const authData = head(0, counter, faults)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      if (faults.tampered) signature[signature.length - 1]! ^= 1
      return {
        ...shell,
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          userHandle: base64url(Buffer.from('1')),
        },
      }
    },
  }
}
