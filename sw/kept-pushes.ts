import type { KeptPush } from '#domain/alerts/push-message.ts'
import { accountIn, type OpenStore, pushesIn } from './open-store.ts'
import { ifRoom } from './tile-store.ts'

/** As many as somebody might look for again, and no more than a page reads at once. No age counts: a clock that goes wrong would drop fresh alarms. */
const KEPT = 50

/**
 * Stores what a push said, replacing an earlier one about the same alarm, so that a tap finds the alarm without a network. Stores nothing
 * if nobody is signed in, or on a full device. Returns whether this device had shown that alarm before.
 */
export async function keepPush(open: OpenStore, push: KeptPush): Promise<boolean> {
  let wasShown = false
  await ifRoom(open, async () => {
    const transaction = (await open()).transaction('device', 'readwrite')
    const kept = async () => {
      const { store } = transaction
      if (!accountIn(await store.get('account'))) return
      const before = pushesIn(await store.get('pushes'))
      wasShown = before.some(({ alarmId }) => alarmId === push.alarmId)
      const others = before.filter(({ alarmId }) => alarmId !== push.alarmId)
      await store.put([push, ...others].slice(0, KEPT), 'pushes')
    }
    await Promise.all([kept(), transaction.done])
  })
  return wasShown
}

/** Returns what this account's pushes on this device said, newest first. */
export async function readPushes(open: OpenStore): Promise<KeptPush[]> {
  return pushesIn(await (await open()).get('device', 'pushes'))
}
