import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ApiClient } from '../../server/demo/api-client.ts'
import { type Beekeeper, test as base, expect } from './app-fixture.ts'
import { startServerProcess } from './server-process.ts'

const chief = { email: 'chief@example.ch', password: 'bienenkönigin' }
const profile = { firstname: 'Vera', lastname: 'Muster', company: '', street: 'Gasse 1', zip: '3000', city: 'Bern' }

/** Browser tests with an administrator; each worker has a server and a database of its own. */
export const test = base.extend<object, { administrator: Beekeeper }>({
  serverUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-e2e-'))
      const administrator = { ADMIN_EMAIL: chief.email, ADMIN_PASSWORD: chief.password }
      const server = await startServerProcess({ DATA_DIR: folder, OPEN_PROVISIONING: 'true', ...administrator })
      await use(server.url.replace('127.0.0.1', 'localhost'))
      await server.stop()
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  administrator: [
    async ({ serverUrl }, use) => {
      const api = new ApiClient(serverUrl)
      const password = createHash('sha256').update(chief.password).digest('hex')
      await api.post('/user/login', { email: chief.email, password })
      await api.post('/user/profile', { ...profile, country: 'ch', phone: '' })
      await use({ ...chief, api })
    },
    { scope: 'worker' },
  ],
})

/** Finds nothing to fault with axe, and nothing wider than the screen; keeps a picture where `SCREENSHOTS` names a folder. */
export async function expectSound(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: path.join(folder, `${where}.png`) })
  const { violations } = await new AxeBuilder({ page }).analyze()
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(', ')}`)
  expect(faults, where).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `nothing is wider than the screen: ${where}`).toBeLessThanOrEqual(0)
}
