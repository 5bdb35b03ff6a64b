import {
  addHives,
  type Beekeeper,
  claimController,
  expect,
  registerBeekeeper,
  sendReadings,
} from '../support/browser/app-fixture.ts'

const STEP_SECONDS = 1800
const DAY_STEPS = (24 * 3600) / STEP_SECONDS

export type Apiary = { beekeeper: Beekeeper; controllerId: number; lindenId: number }

/** Two hives in an orchard with 10 days of readings up to now: Linden gains a kilogram a day and weighs 39.98 kg, Maple stays at 41.5. */
export async function makeApiary(serverUrl: string): Promise<Apiary> {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Orchard')
  const scaleIds = await addHives(beekeeper, controller, ['Linden', 'Maple'])
  const to = Math.floor(Date.now() / 1000 / STEP_SECONDS)
  const count = 10 * DAY_STEPS
  const readings = Array.from({ length: count }, (_, i) => {
    const time = new Date((to - (count - 1 - i)) * STEP_SECONDS * 1000).toISOString()
    return [
      { time, channel: 1, weight: 30 + i / DAY_STEPS },
      { time, channel: 2, weight: 41.5 },
    ]
  }).flat()
  await sendReadings(serverUrl, controller, readings)
  const known = () => beekeeper.api.get<{ lastUpdate: string | null }[]>('/controller')
  await expect.poll(async () => (await known())[0]?.lastUpdate).toEqual(expect.any(String))
  return { beekeeper, controllerId: controller.id, lindenId: scaleIds[0]! }
}
