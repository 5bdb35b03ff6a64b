import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type Beekeeper,
  type ClaimedController,
  claimController,
  registerBeekeeper,
  sendReadings,
} from '../support/browser/app-fixture.ts'
import { type PushServiceForTests, startPushService } from '../support/services/push-service.ts'
import { addBrowsers, carryOff, pushesOf, quietHive } from './alarming-hive.ts'
import { IS_LONG_RUN, installationForEachTest } from './installation.ts'

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const SOON = { timeout: 60_000, interval: 200 }

let pushService: PushServiceForTests
beforeEach(async () => {
  pushService = await startPushService()
})
afterEach(() => pushService.close())

const place = installationForEachTest(() => ({
  ALLOW_PRIVATE_ENDPOINTS: 'true',
  VAPID_SUBJECT: 'mailto:hives@example.org',
  LD_PRELOAD: LIBRARY,
  FAKETIME_TIMESTAMP_FILE: path.join(place.folder, 'offset'),
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
}))

/** Sets the server's clock only. */
const setClock = (hours: number) =>
  writeFileSync(path.join(place.folder, 'offset'), `${hours >= 0 ? '+' : ''}${hours}h\n`)

type Ready = { status: string; troubles: { kind: string; text: string }[] }
const ready = async (): Promise<Ready> => (await fetch(`${place.url}/readyz`)).json() as Promise<Ready>
const kinds = async () => (await ready()).troubles.map(({ kind }) => kind)

async function send(controller: ClaimedController, minutesAgo = 0) {
  const { imei, imsi, deviceKey } = controller
  const time = new Date(Date.now() - minutesAgo * MINUTE).toISOString()
  const response = await fetch(`${place.url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${deviceKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ imei, imsi, readings: [{ time, channel: 1, weight: 40 }] }),
  })
  return (await response.json()) as { accepted: number; rejected: { code: string }[]; time: string }
}

async function start(hours = 0) {
  setClock(hours)
  await place.start()
  const beekeeper = await registerBeekeeper(place.url)
  const controllers = [
    await claimController(beekeeper),
    await claimController(beekeeper),
    await claimController(beekeeper),
  ]
  return { beekeeper, controllers }
}

const differs = (time: string) => Math.abs(Date.parse(time) - Date.now())

test.runIf(existsSync(LIBRARY))(
  'a clock set a day ahead is reported, and time continues as before',
  async () => {
    const { controllers } = await start()
    for (const controller of controllers) await sendReadings(place.url, controller, [])
    expect((await ready()).status).toBe('ready')
    setClock(24)
    await expect.poll(kinds, SOON).toEqual(['clock_jumped'])
    for (const controller of controllers) {
      const { accepted, time } = await send(controller)
      expect(accepted).toBe(1)
      expect(differs(time)).toBeLessThan(MINUTE)
    }
    expect((await ready()).troubles[0]!.text).toContain('1,440 minutes fast')
    setClock(0)
    await expect.poll(kinds, SOON).toEqual([])
  },
  180_000,
)

test.runIf(existsSync(LIBRARY) && IS_LONG_RUN)(
  'setting the clock back by an hour refuses nothing',
  async () => {
    const { controllers } = await start()
    setClock(-1)
    await expect.poll(kinds, SOON).toEqual(['clock_jumped'])
    for (const controller of controllers) expect(await send(controller)).toMatchObject({ accepted: 1, rejected: [] })
  },
  180_000,
)

test.runIf(existsSync(LIBRARY))(
  'a start an hour behind refuses the first requests, then finds out whose clock is wrong',
  async () => {
    const { controllers } = await start(-1)
    const [first, second, third] = controllers
    expect((await send(first!)).rejected).toMatchObject([{ code: 'time_in_future' }])
    expect((await send(second!)).rejected).toMatchObject([{ code: 'time_in_future' }])
    await send(third!)
    expect(await kinds()).toEqual(['clock_jumped'])
    for (const controller of controllers) {
      const { accepted, time } = await send(controller)
      expect(accepted).toBe(1)
      expect(differs(time)).toBeLessThan(10 * MINUTE)
    }
  },
  180_000,
)

test.runIf(existsSync(LIBRARY) && IS_LONG_RUN)(
  'a start a day ahead is detected from what transmitters send',
  async () => {
    const { controllers } = await start()
    const [controller] = controllers
    const before = Array.from({ length: 120 }, (_, i) => ({
      time: new Date(Date.now() - 24 * HOUR - i * MINUTE).toISOString(),
      channel: 1,
      weight: 40,
    }))
    await sendReadings(place.url, controller!, before)
    await place.server.stop()
    setClock(24)
    await place.start()
    for (const one of controllers) await send(one)
    await expect.poll(kinds, SOON).toEqual(['clock_jumped'])
    const { time } = await send(controller!)
    expect(differs(time)).toBeLessThan(10 * MINUTE)
  },
  180_000,
)

/** Carries a hive off while the server's clock is wrong, and expects the alarm to ring. */
async function ringsNow(beekeeper: Beekeeper): Promise<void> {
  const hive = await quietHive(place.url, beekeeper)
  await carryOff(place.url, hive)
  await expect.poll(() => pushesOf(pushService, hive).length, SOON).toBe(1)
  expect(pushesOf(pushService, hive)[0]!.message.notification.silent).toBeUndefined()
  expect(pushService.faults).toEqual([])
}

test.runIf(existsSync(LIBRARY))(
  'a hive that is carried off rings while the clock is a day ahead, and while it is an hour behind',
  async () => {
    const { beekeeper } = await start()
    await addBrowsers(pushService, beekeeper, 1)
    for (const hours of IS_LONG_RUN ? [24, -1] : [24]) {
      setClock(hours)
      await expect.poll(kinds, SOON).toEqual(['clock_jumped'])
      await ringsNow(beekeeper)
    }
  },
  180_000,
)

test.runIf(existsSync(LIBRARY) && IS_LONG_RUN)(
  'a hive that is carried off rings even if the server started a day ahead, once transmitters have been heard',
  async () => {
    const { beekeeper, controllers } = await start()
    await addBrowsers(pushService, beekeeper, 1)
    await quietHive(place.url, beekeeper)
    await place.server.stop()
    setClock(24)
    await place.start()
    for (const one of controllers) await send(one)
    await expect.poll(kinds, SOON).toEqual(['clock_jumped'])
    await ringsNow(beekeeper)
  },
  180_000,
)
