import {
  type Beekeeper,
  type ClaimedController,
  claimController,
  sendReadings,
} from '../support/browser/app-fixture.ts'
import type { PushServiceForTests } from '../support/services/push-service.ts'

const minutesAgo = (minutes: number, weight: number) => ({
  time: new Date(Date.now() - minutes * 60_000).toISOString(),
  channel: 1,
  weight,
})

let hives = 0
/** A hive that has been still for hours, far from the others: when something happens to several hives in one place, an alarm is less certain. */
export async function quietHive(url: string, owner: Beekeeper): Promise<ClaimedController> {
  const controller = await claimController(owner, 'Waldrand', {
    latitude: -60 + ((2 * hives++) % 120),
    longitude: 7.45,
  })
  const quiet = Array.from({ length: 36 }, (_, i) => minutesAgo(10 * (38 - i), 42))
  await sendReadings(url, controller, quiet)
  return controller
}

/** Simulates somebody carrying the hive off. Returns when the readings arrived, in epoch ms. */
export async function carryOff(url: string, controller: ClaimedController): Promise<number> {
  const begun = Date.now()
  await sendReadings(url, controller, [minutesAgo(20, 0.3), minutesAgo(10, 0.3), minutesAgo(0, 0.3)])
  return begun
}

/** Adds new browsers for somebody; returns their numbers at the push service. */
export async function addBrowsers(pushes: PushServiceForTests, { api }: Beekeeper, count: number): Promise<number[]> {
  const numbers: number[] = []
  for (let i = 0; i < count; i++) {
    const subscription = pushes.subscribe()
    await api.post('/notification', { type: 'push', address: JSON.stringify(subscription) })
    numbers.push(Number(subscription.endpoint.split('/').at(-1)))
  }
  return numbers
}

/** The alarms of a hive that reached browsers. */
export const pushesOf = (pushes: PushServiceForTests, { id }: ClaimedController) =>
  pushes.received.filter(({ message }) => message.notification.data?.controllerId === id)
