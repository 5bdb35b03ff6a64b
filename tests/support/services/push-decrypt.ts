import { createDecipheriv, createECDH, createHmac, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'

/** What a browser keeps of a subscription: its key pair and its secret. */
export type SubscriptionKeys = { ecdh: ECDH; publicKey: Buffer; auth: Buffer }

export function makeSubscriptionKeys(): SubscriptionKeys {
  const ecdh = createECDH('prime256v1')
  return { publicKey: ecdh.generateKeys(), ecdh, auth: randomBytes(16) }
}

const hmac = (key: Buffer, value: Buffer) => createHmac('sha256', key).update(value).digest()
/** HKDF (RFC 5869) for at most 32 bytes. */
const hkdf = (salt: Buffer, secret: Buffer, label: Buffer, length: number) =>
  hmac(hmac(salt, secret), Buffer.concat([label, Buffer.of(1)])).subarray(0, length)

/** Decrypts one push message as a browser would (RFC 8188 and 8291). Throws if a byte is wrong. */
export function decryptPush(body: Buffer, keys: SubscriptionKeys): string {
  if (body.length > 4096) throw new Error(`a body of ${body.length} bytes is over the 4096 that push services take`)
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const senderKey = body.subarray(21, 21 + body.readUInt8(20))
  const record = body.subarray(21 + senderKey.length)
  if (record.length > recordSize) throw new Error('more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.publicKey, senderKey])
  const secret = hkdf(keys.auth, keys.ecdh.computeSecret(senderKey), info, 32)
  const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('the last record is not marked as such')
  return padded.toString('utf8', 0, end)
}

export type Vapid = { audience: string; expires: number; subject: string; publicKey: string }

/** Checks the signature of an `Authorization: vapid` header (RFC 8292) and returns its claims. Throws if it is wrong. */
export function verifyVapid(authorization: string | undefined): Vapid {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg?: string }
  if (alg !== 'ES256') throw new Error(`the token is signed with ${alg}`)
  const point = Buffer.from(publicKey, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const isGenuine = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  if (!isGenuine) throw new Error('the signature is wrong')
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string | number>
  return { audience: String(aud), expires: Number(exp), subject: String(sub), publicKey }
}
