import type { Page } from '@playwright/test'
import { type Beekeeper, claimController, registerBeekeeper, sendReadings } from '../support/browser/app-fixture.ts'
import { expect, test } from '../support/browser/device-fixture.ts'
import { signIn, signInForOffline, signInOn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'

type Apiary = { beekeeper: Beekeeper; controllerId: number; scaleId: number }
type Kept = { id: string; startedAt: string; endedAt: string | null; endedBy: string | null }
type Noted = {
  label: string
  amount: number | null
  detail: string | null
  visitId: string | null
  description: string
}

/** A beekeeper with Linden and Birch at one apiary. */
async function orchard(serverUrl: string): Promise<Apiary> {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Orchard')
  const add = (channelId: number, name: string) =>
    beekeeper.api.post<{ id: number }>('/scale', { controllerId: controller.id, channelId, name, type: 'weight' })
  const { id: scaleId } = await add(1, 'Linden')
  await add(2, 'Birch')
  const to = Math.floor(Date.now() / 1000) - 60
  const readings = [2, 1].flatMap((channel) =>
    Array.from({ length: 12 }, (_, i) => ({
      time: new Date((to - i * 600) * 1000).toISOString(),
      channel,
      weight: 41.5,
    })),
  )
  await sendReadings(serverUrl, controller, readings)
  return { beekeeper, controllerId: controller.id, scaleId }
}

const visits = ({ beekeeper }: Apiary) => beekeeper.api.get<Kept[]>('/visit')
const notes = ({ beekeeper }: Apiary) => beekeeper.api.get<Noted[]>('/intervention')
const hive = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name) })
const sheet = (page: Page, name = 'Linden') => page.getByRole('dialog', { name })

async function noteSome(page: Page): Promise<void> {
  await hive(page, 'Linden').click()
  const at = sheet(page)
  await at.getByRole('button', { name: 'Feeding' }).click()
  for (const _ of [1, 2]) await at.getByRole('button', { name: /^More/ }).click()
  await at.getByRole('button', { name: 'Save' }).first().click()
  await expect(at.getByText('Feeding: 3 kg')).toBeVisible()
  await at.getByRole('button', { name: 'Queen' }).click()
  await at.getByRole('button', { name: 'marked' }).click()
  await expect(at.getByText('Queen: marked')).toBeVisible()
  await at.getByRole('button', { name: 'Super added' }).click()
  await at.getByRole('button', { name: 'Done' }).click()
  await expect(at).toBeHidden()
}

test('one tap starts a visit, large buttons note what is done, another tap ends it, and it can be corrected', async ({
  page,
  serverUrl,
}) => {
  const apiary = await orchard(serverUrl)
  await signInOn(page, apiary.beekeeper)
  await page.getByRole('link', { name: 'Visit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Orchard' })).toBeVisible()
  await expect(page).toHaveURL(/\/visit\/[0-9a-f-]{36}$/)
  await expect.poll(async () => (await visits(apiary)).map(({ endedAt }) => endedAt)).toEqual([null])
  await expect
    .poll(() => apiary.beekeeper.api.get<object[]>(`/notification/mute?idcontroller=${apiary.controllerId}`))
    .toHaveLength(3)
  await expectSound(page, 'a visit')
  await hive(page, 'Linden').click()
  await expectSound(page, 'what is noted at a hive')
  await page.keyboard.press('Escape')
  await noteSome(page)
  const [visit] = await visits(apiary)
  await expect
    .poll(async () => (await notes(apiary)).map(({ label }) => label).sort())
    .toEqual(['feeding', 'queen', 'super_added'])
  expect(await notes(apiary)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ label: 'feeding', amount: 3, visitId: visit!.id }),
      expect.objectContaining({ label: 'queen', detail: 'marked', visitId: visit!.id }),
    ]),
  )

  await page.getByRole('button', { name: 'End visit' }).click()
  await expect.poll(async () => (await visits(apiary))[0]!.endedBy).toBe('hand')
  await expect(page.getByRole('button', { name: 'End visit' })).toBeHidden()
  await page.getByRole('button', { name: /Edit: Feeding/ }).click()
  await page.getByLabel('Amount').fill('2.5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Feeding: 2.5 kg')).toBeVisible()
  await page.getByRole('button', { name: 'Correct the times' }).click()
  const times = page.getByRole('dialog', { name: 'Correct the times' })
  await expectSound(page, 'the times of a visit')
  await times.getByLabel('From').fill('2026-01-01T10:00')
  await times.getByRole('button', { name: 'Save' }).click()
  await expect(times.getByText(/A visit ends after it began/)).toBeVisible()
  await times.getByLabel('To').fill('2026-01-01T10:40')
  await times.getByRole('button', { name: 'Save' }).click()
  await expect(times).toBeHidden()
  await expect(page.getByText(/10:00.* to .*10:40/)).toBeVisible()

  await page.goto('/visit')
  const listed = page.getByRole('link', { name: /^Orchard · .*10:40/ })
  await expect(listed).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(listed).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`/scaleoverview/${apiary.controllerId}/${apiary.scaleId}`)
  const history = page.getByRole('region', { name: 'Diary' })
  await expect(history.getByRole('listitem')).toHaveCount(4)
  await history.getByLabel('Show').selectOption('Queen')
  await expect(history.getByRole('listitem')).toHaveText([/Queen: marked/])
  await history.getByLabel('Show').selectOption('Visits')
  await expectSound(page, 'the history of a hive')
  await history.getByRole('link').click()

  await page.getByRole('button', { name: 'Delete visit' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete visit' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await expect.poll(() => visits(apiary)).toEqual([])
  expect(await notes(apiary)).toHaveLength(3)
})

test('a visit that cannot be started leads back to the choice, and can be started from there', async ({
  page,
  network,
  serverUrl,
}) => {
  const apiary = await orchard(serverUrl)
  await signInForOffline(page, apiary.beekeeper, network.url)
  network.state.refuses = { path: '/api/visit', status: 400, body: { code: 'x', message: 'Not now.' } }
  await page.getByRole('link', { name: 'Visit' }).click()
  await expect(page.getByText('Not now.')).toBeVisible()
  network.state.refuses = undefined
  await page.getByRole('button', { name: 'Orchard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Orchard' })).toBeVisible()
  await expect.poll(() => visits(apiary)).toHaveLength(1)
})

test('a link on a hive continues the current visit at that hive', async ({ page, serverUrl }) => {
  const apiary = await orchard(serverUrl)
  await signIn(page, apiary.beekeeper)
  await page.goto(`/scaleoverview/${apiary.controllerId}/${apiary.scaleId}`)
  await page.getByRole('button', { name: 'Code for the hive' }).click()
  const code = page.getByRole('dialog', { name: 'Code for the hive' })
  await expect(code.getByRole('img', { name: 'Code that begins a visit at Linden' })).toBeVisible()
  await expectSound(page, 'the code of a hive')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('img', { name: 'Code that begins a visit at Linden' })).toBeVisible()
  await expect(page.getByText('Print', { exact: true })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  const link = await code.getByLabel('Link for an NFC tag').inputValue()
  for (const _ of [1, 2]) {
    await page.goto(link)
    await expect(sheet(page)).toBeVisible()
  }
  await page.reload()
  await expect(sheet(page)).toBeVisible()
  expect(await visits(apiary)).toHaveLength(1)
  // where the shortcut of older installations led
  await page.goto('/dashboard?open=visit')
  await expect(page.getByRole('heading', { level: 1, name: 'Orchard' })).toBeVisible()
  expect(await visits(apiary)).toHaveLength(1)
  await page.goto('/visit/00000000-0000-4000-8000-00000000ffff')
  await expect(page.getByText('This visit is not one of yours')).toBeVisible()
  await page.getByRole('link', { name: 'Visit', exact: true }).last().click()
  await expect(page.getByRole('button', { name: 'Orchard: continue' })).toBeVisible()
  await expectSound(page, 'the choice of an apiary')
})

test('in the whole Chromium: the link on a hive works after signing in, and starts no visit of that hive for somebody else', async ({
  page,
  context,
  serverUrl,
}) => {
  const apiary = await orchard(serverUrl)
  const link = `/visit?at=${apiary.controllerId}&hive=${apiary.scaleId}&begin=true`
  await page.goto(`${link}&lang=en`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await page.content()).not.toContain('Orchard')
  await page.getByLabel('E-mail').fill(apiary.beekeeper.email)
  await page.getByLabel('Password', { exact: true }).fill(apiary.beekeeper.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(sheet(page)).toBeVisible()
  await expect.poll(() => visits(apiary)).toHaveLength(1)

  await context.clearCookies()
  // a page that still knows somebody else starts over, wherever it is led in the meantime
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const other = await orchard(serverUrl)
  await signInOn(page, other.beekeeper)
  for (const gone of [link, link.replace(/at=\d+/, 'at=999999')]) {
    await page.goto(gone)
    await expect(page.getByRole('heading', { name: 'Where are you?' })).toBeVisible()
  }
  // a hive that belongs to somebody else or is archived, at one's own apiary
  await page.goto(link.replace(/at=\d+/, `at=${other.controllerId}`))
  await expect(page.getByRole('heading', { level: 1, name: 'Orchard' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await visits(other)).toHaveLength(1)
  expect(await visits(apiary)).toHaveLength(1)
})

test('the codes of an apiary and all its hives are printed together', async ({ page, serverUrl }) => {
  const apiary = await orchard(serverUrl)
  await signIn(page, apiary.beekeeper)
  await page.goto('/visit')
  await page.getByRole('button', { name: 'Codes to print' }).click()
  const codes = page.getByRole('dialog', { name: 'Codes to print' }).getByRole('img')
  const names = ['Orchard', 'Linden', 'Birch'].map((name) => `Code that begins a visit at ${name}`)
  for (const [i, name] of names.entries()) await expect(codes.nth(i)).toHaveAccessibleName(name)
  await expect(codes).toHaveCount(3)
  await expectSound(page, 'the codes of an apiary')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('img')).toHaveCount(3)
  await expect(page.getByText('One code for the apiary')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`/scaleoverview/${apiary.controllerId}/${apiary.scaleId}`)
  await page.getByRole('button', { name: 'Code for the hive' }).click()
  await page.getByRole('link', { name: 'All codes of this apiary' }).click()
  await expect(codes).toHaveCount(3)
})

test('offline, a visit is started, noted and ended; everything is sent once each', async ({
  page,
  device,
  serverUrl,
}) => {
  const apiary = await orchard(serverUrl)
  await signInForOffline(page, apiary.beekeeper)
  await page.goto('/visit')
  await expect(page.getByRole('button', { name: 'Orchard' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Visit' })).toBeVisible()
  await device.setOffline(true)
  await page.getByRole('link', { name: 'Visit' }).click()
  await expect(page.getByText('Waits for the network').first()).toBeVisible()
  await noteSome(page)
  await page.reload()
  await expect(page.getByText('Feeding: 3 kg')).toBeVisible()
  // the code on the hive continues the visit, no matter how often it is scanned
  for (const _ of [1, 2]) {
    await page.goto(`/visit?at=${apiary.controllerId}&hive=${apiary.scaleId}&begin=true`)
    await expect(sheet(page).getByText('Feeding: 3 kg')).toBeVisible()
  }
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Visit since/ }).click()
  await page.getByRole('button', { name: 'End visit' }).click()
  await expect(page.getByRole('button', { name: 'Correct the times' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Visit', exact: true })).toBeVisible()
  await page.goto('/outbox')
  await expect(page.getByText('Visit started, Orchard')).toBeVisible()
  await expect(page.getByText('Visit ended, Orchard')).toBeVisible()
  expect(await visits(apiary)).toEqual([])

  await device.setOffline(false)
  await expect(page.getByText('Nothing is waiting')).toBeVisible({ timeout: 90_000 })
  expect(await visits(apiary)).toMatchObject([{ endedBy: 'hand' }])
  expect(await notes(apiary)).toHaveLength(3)
})

test('spoken words become a note if the browser can transcribe them', async ({ page, serverUrl }) => {
  const apiary = await orchard(serverUrl)
  await page.addInitScript(() => {
    class Recognition {
      onresult?: (heard: object) => void
      onend?: () => void
      start() {
        setTimeout(() => {
          this.onresult?.({ results: [[{ transcript: 'fed five kilos' }]] })
          this.onend?.()
        })
      }
      abort() {}
    }
    Object.assign(globalThis, { SpeechRecognition: Recognition, webkitSpeechRecognition: Recognition })
  })
  await signIn(page, apiary.beekeeper)
  await page.goto(`/visit?hive=${apiary.scaleId}&begin=true`)
  await sheet(page).getByRole('button', { name: 'Speak' }).click()
  await expect(sheet(page).getByRole('textbox', { name: /What did you just do/ })).toHaveValue('fed five kilos')
  await sheet(page).getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => notes(apiary)).toMatchObject([{ label: 'feeding', description: 'fed five kilos' }])
})
