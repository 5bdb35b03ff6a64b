import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { CHANNELS, type Owner, provision, scaleIdsOf } from '../bench/hivewatch.ts'
import { sendReadings } from '../support/browser/app-fixture.ts'
import { IS_LONG_RUN, installationForEachTest } from './installation.ts'
import { fillWithDays } from './year-of-tiles.ts'

const ANSWERS = IS_LONG_RUN ? 500 : 60
const DAYS = IS_LONG_RUN ? 365 : 60
const SCALES = 20
/** In addition to what it takes when nobody sends requests. */
const AT_MOST_MORE_MEGABYTES = 200

const place = installationForEachTest(() => ({ SUBSCRIPTIONS: 'off' }))
const now = Math.floor(Date.now() / 1000)

let owner: Owner
let query: string

beforeEach(async () => {
  await place.start()
  owner = await provision(place.url, 'keeper', Math.ceil(SCALES / CHANNELS), 1)
  const time = new Date(now * 1000).toISOString()
  const readings = Array.from({ length: CHANNELS }, (_, i) => ({ time, channel: i + 1, weight: 40 }))
  for (const { controllerId, imei, deviceKey } of owner.transmitters) {
    await sendReadings(place.url, { id: controllerId, imei, imsi: imei, deviceKey }, readings)
  }
  const scales = (await scaleIdsOf(place.url, owner)).slice(0, SCALES)
  await place.server.stop()
  await fillWithDays(path.join(place.folder, 'hivewatch.sqlite'), scales, DAYS, now)
  await place.start()
  query = `scales=${scales}&from=${now - DAYS * 86_400}&to=${now}&level=hour`
}, 120_000)

/** The memory the process currently uses, and the most it has ever used. */
function memory(): { resident: number; most: number } {
  const status = readFileSync(`/proc/${place.server.process.pid}/status`, 'utf8')
  const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024)
  return { resident: megabytes('VmRSS'), most: megabytes('VmHWM') }
}

async function ask(accept: string): Promise<IncomingMessage> {
  const url = `${place.url}/api/timeline?${query}`
  const [answer] = await once(get(url, { agent: false, headers: { cookie: owner.cookie, accept } }), 'response')
  expect(answer.statusCode).toBe(200)
  return answer
}

async function lengthOf(answer: IncomingMessage): Promise<number> {
  let length = 0
  for await (const piece of answer) length += (piece as Buffer).length
  expect(answer.complete).toBe(true)
  return length
}

test.each(IS_LONG_RUN ? ['application/json', 'application/octet-stream'] : ['application/json'])(
  `${ANSWERS} answers at once as %s take little memory, and others are answered beside them`,
  async (accept) => {
    const alone = await lengthOf(await ask(accept))
    const before = memory()
    let [isOver, slowestMs] = [false, 0]
    const looking = (async () => {
      while (!isOver) {
        const begun = performance.now()
        expect((await fetch(`${place.url}/api/dashboard`, { headers: { cookie: owner.cookie } })).status).toBe(200)
        slowestMs = Math.max(slowestMs, performance.now() - begun)
        await pause(100)
      }
    })()
    const begun = performance.now()
    const lengths = await Promise.all(Array.from({ length: ANSWERS }, async () => lengthOf(await ask(accept))))
    const seconds = (performance.now() - begun) / 1000
    isOver = true
    await looking
    expect(new Set(lengths)).toEqual(new Set([alone]))
    const { resident, most } = memory()
    console.log(
      `${accept}: ${ANSWERS} of ${alone} bytes in ${seconds.toFixed(1)} s; ${before.resident} MB before, ${most} MB at most, ${resident} MB after; slowest dashboard ${slowestMs.toFixed(0)} ms`,
    )
    expect(most - before.resident).toBeLessThan(AT_MOST_MORE_MEGABYTES)
  },
  600_000,
)

test.runIf(IS_LONG_RUN)(
  'clients that request but do not read take little memory either, and do not lock others out for good',
  async () => {
    const before = memory()
    const unread = await Promise.all(Array.from({ length: ANSWERS }, () => ask('application/json')))
    await pause(3000)
    expect(memory().most - before.resident).toBeLessThan(AT_MOST_MORE_MEGABYTES)
    const begun = performance.now()
    await lengthOf(await ask('application/json'))
    console.log(
      `${ANSWERS} unread: ${before.resident} MB before, ${memory().most} MB at most; another ${(performance.now() - begun).toFixed(0)} ms`,
    )
    for (const answer of unread) answer.destroy()
  },
  300_000,
)
