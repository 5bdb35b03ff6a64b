import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, test as base } from '@playwright/test'
import { ApiClient } from '../../../server/demo/api-client.ts'
import { startServerProcess } from '../server/server-process.ts'
import { storeIn } from '../server/server-store.ts'
import { startMailServer } from '../services/mail-server.ts'
import { withWorker } from './signed-in-page.ts'
import { startWeakNetwork, type WeakNetwork } from './weak-network.ts'

export type Beekeeper = { email: string; password: string; api: ApiClient }
export type ClaimedController = { id: number; imei: string; imsi: string; deviceKey: string }

const profile = { firstname: 'Anna', lastname: 'Muster', street: 'Waldweg 1', zip: '3000', city: 'Bern', country: 'ch' }
let counted = 0

/** Registers a new beekeeper through the API, with a complete profile unless `fields` say otherwise. */
export async function registerBeekeeper(url: string, fields: Partial<typeof profile> = {}): Promise<Beekeeper> {
  const email = `beekeeper-${process.pid}-${++counted}@example.ch`
  const password = 'bienenstand'
  const hash = createHash('sha256').update(password).digest('hex')
  const api = new ApiClient(url)
  await api.post('/registration/user', {
    email,
    password: hash,
    acceptTerms: true,
    language: 'en',
    // empty fields are omitted
    profile: Object.fromEntries(Object.entries({ ...profile, ...fields }).filter(([, value]) => value !== '')),
  })
  return { email, password, api }
}

/** Claims a new transmitter for a beekeeper through the API. */
export async function claimController(
  { api }: Beekeeper,
  name = 'Waldrand',
  location = { latitude: 46.99, longitude: 7.45 },
): Promise<ClaimedController> {
  const number = String(process.pid).padStart(7, '0') + String(++counted).padStart(5, '0')
  const identity = { imei: `356${number}`, imsi: `228${number}` }
  const claimed = await api.post<{ id: number; deviceKey: string }>('/registration/controller', {
    ...identity,
    name,
    location,
    updateInterval: 1,
  })
  return { ...identity, ...claimed }
}

/** Gives a transmitter a weight scale for each name, from channel 1 on. Returns their ids. */
export async function addHives(
  { api }: Beekeeper,
  { id }: ClaimedController,
  names: readonly string[],
): Promise<number[]> {
  const ids: number[] = []
  for (const [index, name] of names.entries()) {
    const body = { controllerId: id, channelId: index + 1, name, type: 'weight' }
    ids.push((await api.post<{ id: number }>('/scale', body)).id)
  }
  return ids
}

/** Sends readings the way a transmitter does. */
export async function sendReadings(url: string, controller: ClaimedController, readings: object[]): Promise<void> {
  const { imei, imsi, deviceKey } = controller
  const body = { imei, imsi, battery: 3.9, signal: -71, readings }
  for (let at = 0; at < readings.length; at += 5000) {
    const part = { ...body, readings: readings.slice(at, at + 5000) }
    await new ApiClient(url).post('/ingest', part, { authorization: `Bearer ${deviceKey}` })
  }
}

type Place = {
  /** The server's configuration, apart from its folder. */
  environment: Record<string, string>
  dataDir: string
  /** Receives the mails of a server whose `environment` points to it. */
  mailbox: Awaited<ReturnType<typeof startMailServer>>
  serverUrl: string
  /** A device that has stored the app already, for `device-fixture.ts`. Defined here because Playwright uses another worker for each set of fixtures. */
  device: BrowserContext
  /** Sits between that device and the server, at an address of its own, for which the device has stored the app, too. */
  weakNetwork: WeakNetwork
}

/** Installs the app on the device, once, since filling the service worker's cache takes longer than most tests. */
async function install(device: BrowserContext, url: string): Promise<void> {
  const page = await device.newPage()
  await page.goto(url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.close()
}

/** Browser tests against the built app on a real server; each worker has its own server and database. */
export const test = base.extend<object, Place>({
  environment: [{ ALLOW_PRIVATE_ENDPOINTS: 'true' }, { scope: 'worker' }],
  dataDir: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-e2e-'))
      await use(folder)
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
    async ({}, use) => {
      const mailbox = await startMailServer()
      await use(mailbox)
      await mailbox.close()
    },
    { scope: 'worker' },
  ],
  serverUrl: [
    async ({ environment, dataDir }, use) => {
      const server = await startServerProcess({ ...(await storeIn(dataDir)), ...environment })
      await use(server.url.replace('127.0.0.1', 'localhost'))
      await server.stop()
    },
    { scope: 'worker' },
  ],
  device: [
    async ({ browser, serverUrl }, use) => {
      const device = await browser.newContext({ ...withWorker, baseURL: serverUrl })
      await install(device, '/')
      await use(device)
      await device.close()
    },
    { scope: 'worker' },
  ],
  weakNetwork: [
    async ({ device, serverUrl }, use) => {
      const network = await startWeakNetwork(serverUrl)
      await install(device, network.url)
      await use(network)
      await network.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ serverUrl }, use) => use(serverUrl),
})

export { expect } from '@playwright/test'
