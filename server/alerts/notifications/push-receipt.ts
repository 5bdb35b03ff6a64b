import { timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '../../platform/runtime/secret-box.ts'

const PURPOSE = 'push.receipt'
const MAC_LENGTH = 32

const macOf = (secrets: SecretBox, deliveryId: number) =>
  secrets.keyedHash(String(deliveryId), PURPOSE).slice(0, MAC_LENGTH)

/** The receipt by which a device reports that it showed one delivery. It cannot be forged and is good for nothing else. */
export const receiptOf = (secrets: SecretBox, deliveryId: number): string =>
  `${deliveryId}.${macOf(secrets, deliveryId)}`

/** Returns the delivery of a receipt, or undefined if this server did not issue it. */
export function deliveryOfReceipt(secrets: SecretBox, receipt: string): number | undefined {
  const [, id, mac] = /^(\d{1,15})\.([0-9a-f]{32})$/.exec(receipt) ?? []
  if (id === undefined || mac === undefined) return undefined
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secrets, Number(id)))) ? Number(id) : undefined
}
