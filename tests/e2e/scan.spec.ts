import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { test as base, expect, registerBeekeeper } from '../support/browser/app-fixture.ts'
import { signIn, signInOn } from '../support/browser/signed-in-page.ts'
import { axeFaults } from '../support/browser/sound.ts'
import { expectTaps } from '../support/browser/taps.ts'
import { photoOf } from '../support/samples/label-photo.ts'
import { dimmed, drawLabel, type LabelCode, type Picture, videoOf } from '../support/samples/label-picture.ts'

/** Appends the check digit. */
function imeiOf(first: string): string {
  const sum = [...first].reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return first + ((10 - (sum % 10)) % 10)
}
const number = String(process.pid).padStart(7, '0')
const imei = imeiOf(`3569380${number}`)
const imsi = `22801${number}001`
/** Numbers whose bars are unreadable unless uneven light is compensated for. */
const fineImei = '356938000120031'
const fineImsi = '228010012003001'

/** The camera shows one label for a while, then the next; each test waits for its own. */
const test = base.extend<object, { camera: { show(pictures: Picture[]): void } }>({
  camera: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-camera-'))
      const file = path.join(folder, 'camera.y4m')
      process.env.CAMERA_FILE = file
      writeFileSync(file, videoOf([await drawLabel([{ format: 'QRCode', text: 'https://example.org/' }])]))
      await use({ show: (pictures) => writeFileSync(file, videoOf(pictures)) })
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, camera: _ }, use) => {
      const args = [
        ...(launchOptions.args ?? []),
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${process.env.CAMERA_FILE}`,
      ]
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
})

const ours = (text = `https://hives.example.org/settings/register?imei=${imei}&imsi=${imsi}`): LabelCode[] => [
  { format: 'QRCode', text },
]

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Scan the label' })
const inForm = (page: Page) => ({ imei: page.getByLabel('IMEI'), imsi: page.getByLabel('IMSI') })

async function open(page: Page, serverUrl: string): Promise<void> {
  await signIn(page, await registerBeekeeper(serverUrl))
  await page.goto('/settings/register')
  await page.getByRole('button', { name: 'Scan the label' }).click()
}

const choosePhoto = (page: Page, buffer: Buffer) =>
  page.getByLabel('Photo of the label').setInputFiles({ name: 'label.jpg', mimeType: 'image/jpeg', buffer })

test('two taps register a transmitter by scanning its label', async ({ page, context, camera, serverUrl }) => {
  camera.show([await drawLabel(ours())])
  await context.grantPermissions(['camera'])
  await signInOn(page, await registerBeekeeper(serverUrl))
  await expectTaps(page, 2, async (tap) => {
    await tap(page.getByRole('link', { name: 'Scan the label' }))
    await expect(sheet(page)).toContainText('The label was read')
    await expect(sheet(page)).toContainText(imei)
    expect(await axeFaults(page)).toEqual([])
    await tap(sheet(page).getByRole('button', { name: 'Register transmitter' }))
    await expect(page.getByText(`Transmitter ${imei.slice(-4)} is registered`)).toBeVisible()
  })
  await page.reload()
  await expect(inForm(page).imei).toBeVisible()
  await expect(sheet(page)).toBeHidden()
})

test('each number the camera can read is taken, what was typed stays, and problems with the picture are reported', async ({
  page,
  context,
  camera,
  serverUrl,
}) => {
  await context.grantPermissions(['camera'])

  await test.step('two bar codes shown one after the other: the check digit tells which is which', async () => {
    const shown = async (text: string) => drawLabel([{ format: 'Code128', text }])
    camera.show([await shown(imsi), await shown(imei)])
    await open(page, serverUrl)
    await sheet(page).getByRole('button', { name: 'Enter more first' }).click()
    await expect(sheet(page)).toBeHidden()
    await expect(inForm(page).imei).toHaveValue(imei)
    await expect(inForm(page).imsi).toHaveValue(imsi)
    await expect(page.getByText('The numbers were read from the label.')).toBeVisible()
  })

  await test.step('if only one number can be read, it is taken, and what was typed stays', async () => {
    camera.show([await drawLabel([{ format: 'Code128', text: imei }])])
    await page.getByLabel('Name').fill('Waldrand')
    await inForm(page).imei.clear()
    await inForm(page).imsi.fill('228')
    await page.getByRole('button', { name: 'Scan the label' }).click()
    await expect(sheet(page)).toContainText('now show the camera the other code')
    await sheet(page).getByRole('button', { name: 'Use what was read' }).click()
    await expect(inForm(page).imei).toHaveValue(imei)
    await expect(inForm(page).imsi).toHaveValue('228')
    await expect(page.getByLabel('Name')).toHaveValue('Waldrand')
  })

  await test.step('a picture that is too dark and an unrelated code are reported', async () => {
    camera.show([dimmed(await drawLabel([{ format: 'Code128', text: imei }]), 0.08)])
    await page.getByRole('button', { name: 'Scan the label' }).click()
    await expect(sheet(page)).toContainText('It is too dark')
    await sheet(page).getByRole('button', { name: 'Close' }).click()
    camera.show([await drawLabel(ours('https://example.org/menu'))])
    await page.getByRole('button', { name: 'Scan the label' }).click()
    await expect(sheet(page)).toContainText('This code does not belong to a transmitter')
  })
})

test('without permission for the camera, a message says so, and a photo works instead, even of a crooked label', async ({
  page,
  serverUrl,
}) => {
  await open(page, serverUrl)
  await expect(sheet(page)).toContainText('The camera is not allowed here')
  expect(await axeFaults(page)).toEqual([])
  await choosePhoto(page, Buffer.from('no picture'))
  await expect(sheet(page)).toContainText('This file is not a picture')
  const empty = { width: 64, height: 64, gray: new Uint8Array(64 * 64).fill(200) }
  await choosePhoto(page, await photoOf(page, empty, 0))
  await expect(sheet(page)).toContainText('Nothing could be read in this photo')
  await choosePhoto(page, await photoOf(page, await drawLabel([{ format: 'Code128', text: fineImsi }]), 4))
  await expect(sheet(page)).toContainText('Take a photo of the other code, too.')
  await choosePhoto(page, await photoOf(page, await drawLabel([{ format: 'Code128', text: fineImei }]), 93))
  await sheet(page).getByRole('button', { name: 'Enter more first' }).click()
  await expect(inForm(page).imei).toHaveValue(fineImei)
  await expect(inForm(page).imsi).toHaveValue(fineImsi)

  await test.step('a photo of a label as we print it is read even if it is crooked', async () => {
    await page.getByRole('button', { name: 'Scan the label' }).click()
    await choosePhoto(page, await photoOf(page, await drawLabel(ours()), 25))
    await expect(sheet(page)).toContainText('The label was read')
  })
})

test('if the code reader cannot be loaded, the user can try again', async ({ page, context, camera, serverUrl }) => {
  camera.show([await drawLabel(ours())])
  await context.grantPermissions(['camera'])
  await page.route('**/zxing_reader*', (route) => route.abort())
  await open(page, serverUrl)
  await expect(sheet(page)).toContainText('Codes cannot be read right now')
  await page.unroute('**/zxing_reader*')
  await sheet(page).getByRole('button', { name: 'Try again' }).click()
  await expect(sheet(page)).toContainText('The label was read')
})

test('a browser that can read codes itself loads no code reader, unless its own fails', async ({
  page,
  context,
  camera,
  serverUrl,
}) => {
  camera.show([await drawLabel([{ format: 'QRCode', text: 'https://example.org/' }])])
  await context.grantPermissions(['camera'])
  await page.addInitScript((text) => {
    class BarcodeDetector {
      static getSupportedFormats = async () => ['qr_code', 'code_128', 'aztec']
      detect = async () => {
        if (sessionStorage.getItem('fails'))
          throw new DOMException('Barcode detection service unavailable.', 'NotSupportedError')
        return [{ rawValue: text }]
      }
    }
    Object.assign(window, { BarcodeDetector })
  }, `IMEI:${imei} IMSI:${imsi}`)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await open(page, serverUrl)
  await expect(sheet(page)).toContainText('The label was read')
  expect(loaded.filter((url) => /label-worker|zxing/.test(url))).toEqual([])

  await sheet(page).getByRole('button', { name: 'Close' }).click()
  await page.evaluate(() => sessionStorage.setItem('fails', 'yes'))
  await page.getByRole('button', { name: 'Scan the label' }).click()
  await expect(sheet(page)).toContainText('This code does not belong to a transmitter')
})
