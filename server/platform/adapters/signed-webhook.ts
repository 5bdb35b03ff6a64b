import { createHmac, randomBytes } from 'node:crypto'
import type { ServiceCall } from './call-service.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** What a receiver checks signatures with, as Standard Webhooks writes it: `whsec_` and 32 bytes in base64. */
export const newSigningSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

/** `v1,` and the HMAC-SHA-256 of `<id>.<timestamp>.<body>` in base64; the key is what follows `whsec_`. */
export function signatureOf(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/**
 * A call signed as Standard Webhooks says. `id` is the same for every try of the same message, so that a receiver who got it
 * twice knows; the timestamp is that of the try.
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
