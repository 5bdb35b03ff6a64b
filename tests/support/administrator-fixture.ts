import { createHash } from 'node:crypto'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ApiClient } from '../../server/demo/api-client.ts'
import { type Beekeeper, test as base, expect } from './app-fixture.ts'

const chief = { email: 'chief@example.ch', password: 'bienenkönigin' }
const profile = { firstname: 'Vera', lastname: 'Muster', company: '', street: 'Gasse 1', zip: '3000', city: 'Bern' }

/** Browser tests with an administrator; `environment` and `mailbox` are there to be extended. */
export const test = base.extend<object, { administrator: Beekeeper }>({
  environment: [{ ADMIN_EMAIL: chief.email, ADMIN_PASSWORD: chief.password }, { scope: 'worker' }],
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
export async function expectSound(page: Page, where = placeOf(page)): Promise<void> {
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: path.join(folder, `${where}.png`), fullPage: true })
  const { violations } = await new AxeBuilder({ page }).analyze()
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(', ')}`)
  expect(faults, where).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `nothing is wider than the screen: ${where}`).toBeLessThanOrEqual(0)
}

const placeOf = (page: Page) => new URL(page.url()).pathname.slice(1).replaceAll('/', '-')
