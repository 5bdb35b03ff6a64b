import { createHmac, randomBytes } from 'node:crypto'
import type { ServiceCall } from './call-service.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new secret for checking signatures, in the form of Standard Webhooks: `whsec_` and 32 bytes in base64. */
export const newSigningSecret = (bytes: Buffer = randomBytes(SECRET_BYTES)): string =>
  `${PREFIX}${bytes.toString('base64')}`

/** `v1,` and the HMAC-SHA-256 of `<id>.<timestamp>.<body>` in base64; the key is the part after `whsec_`. */
export function signatureOf(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/**
 * A call signed according to Standard Webhooks. `id` is the same for every attempt of a message, so that receivers can recognize
 * duplicates; the timestamp is that of the attempt.
 */
export function webhookCall(
  url: string,
  secret: string,
  message: { id: string; body: string },
  nowMs: number,
): ServiceCall {
  const timestamp = Math.floor(nowMs / 1000)
  return {
    url,
    headers: {
      'webhook-id': message.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf(secret, { ...message, timestamp }),
    },
    body: message.body,
    triesOn: true,
  }
}
