import type { Alarm } from '#domain/alerts/alarm.ts'
import {
  type Beekeeper,
  type ClaimedController,
  claimController,
  expect,
  registerBeekeeper,
  sendReadings,
} from './app-fixture.ts'

const DAY_SECONDS = 86_400

export type SwarmedApiary = { beekeeper: Beekeeper; controller: ClaimedController; scaleId: number; alarm: Alarm }

/** A beekeeper whose hive Linden lost a swarm at noon (UTC) some days ago; Birch is a hive without bees. */
export async function swarmed(serverUrl: string, daysAgo: number, place = 'Orchard'): Promise<SwarmedApiary> {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, place)
  const add = (channelId: number, name: string) =>
    beekeeper.api.post<{ id: number }>('/scale', { controllerId: controller.id, channelId, name, type: 'weight' })
  const { id: scaleId } = await add(1, 'Linden')
  await add(2, 'Birch')
  const now = Math.floor(Date.now() / 1000)
  const noon = Math.floor(now / DAY_SECONDS) * DAY_SECONDS + DAY_SECONDS / 2 - daysAgo * DAY_SECONDS
  const readings = Array.from({ length: 96 }, (_, i) => {
    const time = noon + (i - 60) * 600
    return { time: new Date(time * 1000).toISOString(), channel: 1, weight: time > noon ? 38.4 : 41 }
  })
  await sendReadings(serverUrl, controller, readings)
  const last = { time: new Date((now - 120) * 1000).toISOString(), weight: 38.4 }
  await sendReadings(serverUrl, controller, [
    { ...last, channel: 1 },
    { ...last, channel: 2 },
  ])
  const from = new Date((noon - DAY_SECONDS) * 1000).toISOString()
  const alarms = () => beekeeper.api.get<Alarm[]>(`/alarm?scales=${scaleId}&from=${from}`)
  await expect.poll(async () => (await alarms()).map(({ type }) => type)).toEqual(['swarm'])
  return { beekeeper, controller, scaleId, alarm: (await alarms())[0]! }
}

/** Confirms the swarm and completes the first follow-up. */
export async function doneAfterSwarm({ beekeeper, alarm }: SwarmedApiary): Promise<void> {
  await beekeeper.api.post(`/alarm/${alarm.id}`, { verdict: 'confirmed' })
  const done = { status: 'done', putOffUntil: null, at: new Date().toISOString() }
  await beekeeper.api.post(`/alarm/${alarm.id}/followUp/afterSwarm`, done)
}
