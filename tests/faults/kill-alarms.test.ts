import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type Beekeeper,
  type ClaimedController,
  claimController,
  registerBeekeeper,
  sendReadings,
} from '../support/browser/app-fixture.ts'
import { type PushServiceForTests, startPushService } from '../support/services/push-service.ts'
import { IS_LONG_RUN, installationForEachTest } from './installation.ts'

const KILLS = IS_LONG_RUN ? 60 : 2
const HIVES_A_BEEKEEPER = 10
const LATEST_KILL_MS = 400

let pushService: PushServiceForTests
beforeEach(async () => {
  pushService = await startPushService()
})
afterEach(() => pushService.close())

const place = installationForEachTest(() => ({
  ALLOW_PRIVATE_ENDPOINTS: 'true',
  PUBLIC_URL: 'http://hives.example.org',
  VAPID_SUBJECT: 'mailto:hives@example.org',
}))

const minutesAgo = (minutes: number, weight: number) => ({
  time: new Date(Date.now() - minutes * 60_000).toISOString(),
  channel: 1,
  weight,
})

async function newBeekeeper(): Promise<Beekeeper> {
  const beekeeper = await registerBeekeeper(place.url)
  await beekeeper.api.post('/notification', { type: 'push', address: JSON.stringify(pushService.subscribe()) })
  return beekeeper
}

/** Sends as a transmitter does, until it is told "stored". */
async function sendUntilStored(controller: ClaimedController, readings: object[], isUp: () => boolean): Promise<void> {
  for (;;) {
    try {
      return await sendReadings(place.url, controller, readings)
    } catch (error) {
      if (isUp()) throw error
      await pause(50)
    }
  }
}

type Alarm = { type: string; startedAt: string }

test('a kill while alarms are found and sent loses none and repeats at most one send', async () => {
  await place.start()
  const hives: { beekeeper: Beekeeper; controller: ClaimedController }[] = []
  let beekeeper = await newBeekeeper()
  for (let kill = 0; kill < KILLS; kill++) {
    if (kill > 0 && kill % HIVES_A_BEEKEEPER === 0) beekeeper = await newBeekeeper()
    const controller = await claimController(beekeeper, `Hive ${kill}`)
    hives.push({ beekeeper, controller })
    const quiet = Array.from({ length: 36 }, (_, i) => minutesAgo(10 * (38 - i), 42))
    await sendReadings(place.url, controller, quiet)

    let isUp = true
    const carriedOff = [minutesAgo(20, 0.3), minutesAgo(10, 0.3), minutesAgo(0, 0.3)]
    const sending = sendUntilStored(controller, carriedOff, () => isUp)
    await pause(Math.random() * LATEST_KILL_MS)
    isUp = false
    await place.server.kill()
    await place.start()
    await sending
  }

  const pushesTo = (id: number) => pushService.received.filter(({ message }) => controllerOf(message) === id)
  await expect
    .poll(() => hives.filter(({ controller }) => pushesTo(controller.id).length === 0).length, { timeout: 30_000 })
    .toBe(0)
  expect(pushService.faults).toEqual([])
  let repeats = 0
  for (const { beekeeper, controller } of hives) {
    const alarms = await beekeeper.api.get<(Alarm & { controllerId: number })[]>('/alarm')
    const own = alarms.filter(({ controllerId, type }) => controllerId === controller.id && type === 'disturbance')
    expect(own, 'one alarm a hive').toHaveLength(1)
    const pushes = pushesTo(controller.id)
    // a repeat replaces the notification that is shown or still waiting, because it has the same tag and topic
    expect(new Set(pushes.map(({ message, topic }) => `${message.notification.tag} ${topic}`)).size).toBe(1)
    repeats += pushes.length - 1
  }
  expect(repeats).toBeLessThanOrEqual(KILLS)
}, 1_800_000)

const controllerOf = ({ notification }: { notification: { data?: unknown } }) =>
  (notification.data as { controllerId?: number } | undefined)?.controllerId
