import type * as v from 'valibot'
import { mapDefined } from '#domain/platform/defined.ts'
import type { RenewBody } from '#domain/shop/subscription.ts'
import { closeSubscriptionAlarms } from '../../alerts/alarms/transmitters/close-subscription-alarms.ts'
import type { Deps } from '../../deps.ts'
import { requireController, type VisibleController } from '../../hives/controllers/visible-controllers.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { RedemptionRow } from './order-key-queries.ts'
import { redeemOrderKey } from './redeem-order-key.ts'

/** Extends the subscription of one's own transmitter with an order key. Throws 404, 403, and like `redeemOrderKey`. */
export async function renewSubscription(
  deps: Pick<Deps, 'database' | 'config' | 'clock' | 'secrets' | 'events' | 'wakeDeliveries'>,
  account: SignedIn,
  { controllerId, orderKey, endBefore, askIfRenewed }: v.InferOutput<typeof RenewBody> & { controllerId: number },
): Promise<{ controller: VisibleController; redemption: RedemptionRow }> {
  const { db } = deps.database
  const { accountId } = account
  const { access } = await requireController(db, account, controllerId, 'write')
  const redemption = await db.transaction().execute(async (transaction) => {
    const redeemed = await redeemOrderKey(transaction, deps, {
      ...{ key: orderKey, controllerId, accountId },
      endBefore: mapDefined(endBefore, Date.parse),
      asksIfRenewed: askIfRenewed,
    })
    if (redeemed.isRepeated) return redeemed
    await closeSubscriptionAlarms(transaction, controllerId, deps.clock.now())
    const change = {
      action: 'controller.renewSubscription',
      subjectType: 'controller',
      subjectId: String(controllerId),
    }
    const after = { subscriptionEnd: new Date(Number(redeemed.ends_at)).toISOString() }
    const written = { ...deps, database: { db: transaction } }
    await recordAdministration(written, { account, access }, { ...change, before: null, after })
    return redeemed
  })
  deps.wakeDeliveries()
  for (const type of ['controller', 'alarm'] as const) deps.events.publish({ type, controllerId, scaleIds: [] })
  return { controller: await requireController(db, account, controllerId, 'read'), redemption }
}
