import type { DeliveryToSend } from '../sending-queries.ts'
import type { ChannelTrouble } from '../words/message-words.ts'
import type { SendOutcome } from './send-delivery.ts'
import { settleDelivery } from './settle-delivery.ts'
import { mailOwner } from './tell-elsewhere.ts'

/** `settled`: its outcome is stored, and `untold` is what its owner is still to be told by mail. */
export type Sent = {
  delivery: DeliveryToSend
  result: SendOutcome
  settled?: { untold: ChannelTrouble | undefined }
}

/** Where the mail cannot be stored this is called again: the outcome, which is stored by then, says nothing new. */
export async function settleAndTell(
  deps: Parameters<typeof settleDelivery>[0] & Parameters<typeof mailOwner>[0],
  sent: Sent,
): Promise<void> {
  sent.settled ??= { untold: await settleDelivery(deps, sent.delivery, sent.result) }
  if (sent.settled.untold) await mailOwner(deps, sent.delivery, sent.settled.untold)
}
