import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DeliveryStation, openDeliveryStation } from '../../../../tests/support/samples/delivery-station.ts'
import { createRefusalWatch } from './watch-refusals.ts'

let station: DeliveryStation
beforeEach(async () => {
  station = await openDeliveryStation()
})
afterEach(() => station.close())

/** Signs in a user with a hive and a browser that is notified of its alarms. */
async function beekeeper(name: string) {
  const anna = await station.app.signIn(`${name}@example.org`)
  const { id: controllerId } = await station.app.claim(anna)
  const scaleId = await station.app.addScale(anna, controllerId, 1)
  const { body: channel } = await station.addPush(anna)
  return { anna, controllerId, scaleId, channelId: channel.id as number }
}
type Beekeeper = Awaited<ReturnType<typeof beekeeper>>

async function alarm(...hives: Beekeeper[]) {
  for (const [index, hive] of hives.entries()) await station.ring(hive, { startedAt: station.app.clock.now() + index })
  await station.deliver()
}

const troubles = async () => {
  await createRefusalWatch(station.app.deps)()
  return (await station.app.deps.troubles.open()).map(({ kind, subject, values }) => [kind, subject, values])
}

test('a push service that refuses the devices of three people is reported to administrators until it accepts them again', async () => {
  const [first, second, third] = [await beekeeper('anna'), await beekeeper('berta'), await beekeeper('carla')]
  await station.addPush(first.anna)
  station.service.state.always = { status: 403, body: 'BadJwtToken' }
  await alarm(first, second)
  expect(await troubles()).toEqual([])
  await alarm(third)
  expect(await troubles()).toEqual([['push_refused', new URL(station.service.url).host, { count: 4 }]])
  station.service.state.always = { status: 201 }
  await alarm(second)
  expect(await troubles()).toEqual([])
})

test('devices that nobody has set up anew for a week are no longer reported, and a damaged row does no harm', async () => {
  const all = [await beekeeper('anna'), await beekeeper('berta'), await beekeeper('carla'), await beekeeper('dora')]
  station.service.state.always = { status: 401 }
  await alarm(...all)
  await station.app.db.updateTable('notification').set({ address: '{' }).where('id', '=', all[3]!.channelId).execute()
  expect(await troubles()).toMatchObject([['push_refused', expect.any(String), { count: 3 }]])
  station.app.clock.advance(8 * 24 * 3600_000)
  expect(await troubles()).toEqual([])
})

test.each([429, 500, 503])('%i is not a refusal', async (status) => {
  const all = [await beekeeper('anna'), await beekeeper('berta'), await beekeeper('carla')]
  station.service.state.always = { status }
  await alarm(...all)
  for (const hive of all)
    await station.app.db
      .updateTable('notification')
      .set({ status: 'failing', failing_since: station.app.clock.now() })
      .where('id', '=', hive.channelId)
      .execute()
  expect(await troubles()).toEqual([])
})
