import { RECEIPT_PATH } from '#domain/alerts/push-message.ts'
import type { ChangeOutcome, OutboxChange } from '#domain/platform/worker-message.ts'
import type { PushShown } from './show-push.ts'

const TIME_LIMIT_MS = 10_000
const FAULT_LENGTH = 300

export type ReceiptDeps = {
  fetch: (request: Request) => Promise<Response>
  /** Stores a receipt that could not be sent; only works if somebody is signed in. */
  keep: (change: OutboxChange) => Promise<ChangeOutcome>
}

/** Tells the server that a push was shown; without a network the receipt waits in the outbox. */
export async function sendReceipt({ receipt, fault }: PushShown, { fetch, keep }: ReceiptDeps): Promise<void> {
  if (receipt === undefined) return
  const body = { receipt, ...(fault !== undefined && { fault: String(fault).slice(0, FAULT_LENGTH) }) }
  const request = new Request(new URL(RECEIPT_PATH, globalThis.location.origin), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    credentials: 'same-origin',
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
    body: JSON.stringify(body),
  })
  const status = await fetch(request).then(
    (response) => response.status,
    () => 0,
  )
  if (status === 0 || status === 429 || status >= 500) {
    await keep({ id: `receipt-${receipt}`, method: 'POST', path: RECEIPT_PATH, body })
  }
}
