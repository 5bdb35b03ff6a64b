import { claimController, registerBeekeeper, sendReadings } from '../support/app-fixture.ts'
import { expect, test } from '../support/device-fixture.ts'
import { type PushServiceForTests, startPushService } from '../support/push-service.ts'
import { deliver, subscribeTo } from '../support/pushed-page.ts'
import { reloadOffline, signInForOffline } from '../support/signed-in-page.ts'

let pushService: PushServiceForTests
test.beforeEach(async ({ context }) => {
  pushService = await startPushService()
  await context.grantPermissions(['notifications'])
})
test.afterEach(() => pushService.close())

const noAlarm = 'No alarm reaches you yet'

test('Today says that no alarm arrives until a device has shown one, also without a network', async ({
  page,
  context,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  await sendReadings(serverUrl, controller, [{ time: new Date().toISOString(), channel: 1, weight: 42 }])
  await subscribeTo(page, pushService)
  await signInForOffline(page, beekeeper)
  const line = page.getByRole('link', { name: noAlarm })
  await expect(line).toBeVisible()
  await context.setOffline(true)
  await reloadOffline(page)
  await expect(line).toBeVisible()
  await context.setOffline(false)

  await line.click()
  await page.getByRole('button', { name: 'Turn on alarms' }).click()
  await page.getByRole('button', { name: 'Test', exact: true }).first().click()
  const [push] = await pushService.waitFor(1)
  const thisDevice = page.getByRole('region', { name: 'This device' })
  await expect(thisDevice).toContainText('Did it reach you?')
  await deliver(page, push!.text)
  await expect(thisDevice).toContainText('Known to arrive')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(line).toHaveCount(0)

  await context.setOffline(true)
  await reloadOffline(page)
  await expect(page.getByRole('heading', { name: 'Your hive is quiet.' })).toBeVisible()
  await expect(line).toHaveCount(0)
})
