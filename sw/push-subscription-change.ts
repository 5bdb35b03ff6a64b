import type { ChangeOutcome, DeviceAccount, OutboxChange } from '#domain/platform/worker-message.ts'

export type SubscriptionChange = {
  readonly newSubscription: PushSubscription | null
  readonly oldSubscription: PushSubscription | null
}

export type SubscriptionDeps = {
  pushManager: Pick<PushManager, 'subscribe' | 'getSubscription'>
  device: () => Promise<DeviceAccount | undefined>
  queue: (change: OutboxChange, locale: string) => Promise<ChangeOutcome>
  uuid: () => string
}

/** Subscribes again with the same key and tells the server after the browser renewed or ended the push subscription. */
export async function renewSubscription(change: SubscriptionChange, deps: SubscriptionDeps): Promise<void> {
  const device = await deps.device()
  if (!device) return
  const key = change.oldSubscription?.options.applicationServerKey
  const subscription =
    change.newSubscription ??
    (await deps.pushManager.getSubscription()) ??
    (key && (await deps.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })))
  // Without the old key, the app subscribes at its next start.
  if (!subscription) return
  const before = change.oldSubscription?.endpoint
  const replaces = before !== undefined && before !== subscription.endpoint && { replaces: before }
  const body = { type: 'push', address: JSON.stringify(subscription), ...replaces }
  await deps.queue({ id: deps.uuid(), method: 'POST', path: '/api/notification', body }, device.locale)
}
