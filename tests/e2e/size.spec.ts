import { expect, registerBeekeeper, test } from '../support/app-fixture.ts'

const BUDGET_BYTES = 170_000

test.use({ serviceWorkers: 'block' })

test('the first visit to the dashboard loads at most 170 kB of JavaScript', async ({ page, context, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await page.goto('/?lang=en')
  await page.getByLabel('E-mail address').fill(beekeeper.email)
  await page.getByLabel('Password', { exact: true }).fill(beekeeper.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard/)

  const fresh = await context.newPage()
  const network = await context.newCDPSession(fresh)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Map<string, string>()
  const sizes = new Map<string, number>()
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, new URL(response.url).pathname)
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength))
  await fresh.goto('/dashboard')
  await expect(fresh.getByRole('heading', { level: 1 })).toBeVisible()
  await fresh.waitForLoadState('networkidle')

  const loaded = [...scripts].map(([id, path]) => ({ path, bytes: sizes.get(id) ?? 0 }))
  const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0)
  const list = loaded.sort((a, b) => b.bytes - a.bytes).map(({ path, bytes }) => `${bytes} ${path}`)
  test.info().annotations.push({ type: 'bytes', description: String(total) })
  expect(loaded.length).toBeGreaterThan(3)
  expect(total, `${total} bytes:\n${list.join('\n')}`).toBeLessThanOrEqual(BUDGET_BYTES)
})
