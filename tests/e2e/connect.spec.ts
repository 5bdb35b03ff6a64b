import { expect, registerBeekeeper, test } from '../support/browser/app-fixture.ts'
import { showLarge } from '../support/browser/looks.ts'
import { signIn } from '../support/browser/signed-in-page.ts'
import { axeFaults, expectSound } from '../support/browser/sound.ts'
import { swarmed } from '../support/browser/swarmed-apiary.ts'

test.use({ serviceWorkers: 'block' })

test('a newcomer registers a transmitter, chooses a device, copies its settings and sees what it sends', async ({
  page,
  context,
  serverUrl,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, await registerBeekeeper(serverUrl))
  await page.goto('/settings/connect')
  const imei = `357${String(Date.now()).slice(-12)}`
  await page.getByLabel('IMEI').fill(imei)
  await page.getByLabel('IMSI').fill(`228${imei.slice(3)}`)
  await page.getByLabel('Name').fill('Seeufer')
  await page.getByRole('button', { name: 'Register transmitter' }).click()
  await page.getByRole('link', { name: 'Connect a device' }).click()
  await expect(page).toHaveTitle('Connect a device: Seeufer · HiveWatch')
  await page.getByLabel('Kind of device').selectOption('native')
  await expect(page.getByText(/^Waiting since/)).toBeVisible()
  await expect(page.getByLabel('Device key')).not.toHaveValue('')

  const setting = (label: string) => page.getByLabel(label, { exact: true }).inputValue()
  const [url, header, body] = [await setting('Address'), await setting('Header'), await setting('Body')]
  const [name = '', value = ''] = header.split(': ')
  const send = (sent: string, authorization = value) =>
    fetch(url, { method: 'POST', headers: { [name]: authorization, 'Content-Type': 'application/json' }, body: sent })

  const settings = page.getByRole('region', { name: 'What to set in it' })
  await settings.getByRole('button', { name: 'Copy' }).nth(2).click()
  await expect(page.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(body)

  expect((await send(body, 'Bearer someone-else')).status).toBe(401)
  const arrives = page.getByRole('region', { name: 'What arrives' })
  await expect(arrives.getByRole('heading', { name: 'It sends with a wrong key' })).toBeVisible()
  await expect(arrives).toContainText('Compare the key in the device with the one you copied')

  // being heard does not mean being understood
  const mute = { end_device_ids: {}, uplink_message: { f_port: 2, frm_payload: 'AQID' } }
  const uplink = await fetch(new URL('/api/ingest/lorawan', url), {
    ...{ method: 'POST', headers: { [name]: value }, body: JSON.stringify(mute) },
  })
  expect(uplink.status).toBe(200)
  await expect(arrives.getByText(/^Heard at .*, but no value has arrived yet/)).toBeVisible()
  await expect(arrives.getByText(/^It works/)).toBeHidden()

  expect((await send(body)).status).toBe(200)
  await expect(arrives.getByText(/^It works: last heard/)).toBeVisible()
  await expect(arrives).toContainText('43.215kg')
  await expect(arrives.getByRole('heading', { name: 'It sends with a wrong key' })).toBeHidden()

  await page.getByLabel('Kind of device').selectOption('json')
  // at another second than the previous reading, since there is only one per second
  const when = new Date(Date.now() + 2000).toISOString()
  const document = JSON.stringify({ scale: { ld: '41500' }, when })
  const post = async () => fetch(await setting('Or the address with the key'), { method: 'POST', body: document })
  expect((await post()).status).toBe(400)
  await page.getByRole('button', { name: 'ld: "41500"' }).click()
  await page.getByLabel('Unit').selectOption('gram')
  await page.getByRole('button', { name: 'Take this value' }).click()
  await page.getByRole('button', { name: /^when: / }).click()
  await page.getByRole('button', { name: 'Take this value' }).click()
  await expect(page.getByText('Channel 1: 41.5 kg')).toBeVisible()
  await page.getByRole('button', { name: 'Save what they are' }).click()
  await expect(page.getByText('Saved. This applies to everything that arrives from now on.')).toBeVisible()
  expect((await post()).status).toBe(200)
  await expect(arrives).toContainText('41.5kg')
  expect(await axeFaults(page)).toEqual([])
})

test('an apiary whose name is one long word makes no page wider than the screen', async ({ page, serverUrl }) => {
  const { beekeeper, controller, scaleId } = await swarmed(serverUrl, 1, 'W'.repeat(80))
  await beekeeper.api.post(`/controller/${controller.id}`, { location: { latitude: 47, longitude: 8 } })
  await signIn(page, beekeeper)
  const places = [`settings/connect/${controller.id}`, 'visit', 'alarms']
  for (const place of [...places, `scaleoverview/${controller.id}/${scaleId}`]) {
    await page.goto(`/${place}`)
    await expect(page.getByText('WWWW').first()).toBeVisible()
    await expectSound(page)
  }
})

test('on the smallest phone with text twice as large, long words widen nothing, and names are not cut off', async ({
  page,
  serverUrl,
}) => {
  const word = 'W'.repeat(40)
  const { beekeeper, controller, scaleId } = await swarmed(serverUrl, 1, word)
  await beekeeper.api.post(`/scale/${scaleId}`, { name: word })
  await signIn(page, beekeeper)
  await page.setViewportSize({ width: 320, height: 640 })
  await showLarge(page)
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await page.goto('/dashboard?lang=de')
  const name = page.getByRole('heading', { level: 3 }).getByRole('link', { name: word })
  const beyond = await name.evaluate((link) => {
    const [end, room] = [link, link.parentElement!].map((one) => one.getBoundingClientRect().right)
    return end! - room!
  })
  expect(beyond).toBeLessThanOrEqual(0)
  // the way a season hint names its hives
  await page
    .locator('summary')
    .last()
    .evaluate((summary, text) => summary.append(text), word)
  expect(await wider()).toBe(0)
  await page.goto(`/settings/controllers/${controller.id}?part=setup`)
  await expect(page.getByText('356').first()).toBeVisible()
  expect(await wider()).toBe(0)
})
