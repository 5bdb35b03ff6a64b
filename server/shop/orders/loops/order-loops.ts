import type { Deps } from '../../../deps.ts'
import type { DueLoop } from '../../../platform/loops/due-loop.ts'
import { createCheckoutLoop } from './checkout-loop.ts'
import { createFulfilmentLoop } from './fulfilment-loop.ts'
import { createOrderMailLoop } from './order-mail-loop.ts'

/** The background work on orders: paid ones are fulfilled, their mails are written, and the provider is asked about open checkouts. */
export function createOrderLoops(deps: Deps): DueLoop {
  const loops = [createFulfilmentLoop(deps), createOrderMailLoop(deps), createCheckoutLoop(deps)]
  return {
    wake() {
      for (const loop of loops) loop.wake()
    },
    async idle() {
      for (const loop of loops) await loop.idle()
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
