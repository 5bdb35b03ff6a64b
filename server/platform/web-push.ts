import type { PushSubscription } from '#domain/notification.ts'

/** `gone`: 404 or 410, the subscription has ended. `failed`: try again, after `retryAfterMs` if the service said so. */
export type PushOutcome =
  | { outcome: 'delivered' }
  | { outcome: 'gone'; status: number }
  | { outcome: 'failed'; reason: string; retryAfterMs?: number }
  | { outcome: 'refused'; reason: string }

/** Encrypts and sends one push message (RFC 8030, 8188, 8291, 8292). */
export type PushService = {
  publicKey: string
  send(
    subscription: PushSubscription,
    payload: string,
    options: { urgency: 'high' | 'normal'; topic: string; ttlSeconds: number },
  ): Promise<PushOutcome>
}
