import type { DeliveryToSend } from '../sending-queries.ts'
import type { ChannelTrouble } from '../words/message-words.ts'
import type { SendOutcome } from './send-delivery.ts'
import { settleDelivery } from './settle-delivery.ts'
import { mailOwner } from './tell-elsewhere.ts'

/** `settled` is set once the outcome is stored; `untold` is what the owner must still be told by mail. */
export type Sent = {
  delivery: DeliveryToSend
  result: SendOutcome
  settled?: { untold: ChannelTrouble | undefined }
}

/** Called again if the mail could not be stored; the outcome, stored by then, is not settled twice. */
export async function settleAndTell(
  deps: Parameters<typeof settleDelivery>[0] & Parameters<typeof mailOwner>[0],
  sent: Sent,
): Promise<void> {
  sent.settled ??= { untold: await settleDelivery(deps, sent.delivery, sent.result) }
  if (sent.settled.untold) await mailOwner(deps, sent.delivery, sent.settled.untold)
}
