import type { Page } from '@playwright/test'
import { test } from '../support/browser/administrator-fixture.ts'
import { type Beekeeper, claimController, expect, registerBeekeeper } from '../support/browser/app-fixture.ts'
import { expectSoundIn, type Look } from '../support/browser/looks.ts'
import { signIn } from '../support/browser/signed-in-page.ts'

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }
test.use({ viewport: desktop })

type Region = { id: number; name: string; geojson: { type: string; coordinates: number[][][] }; userCount: number }

const ring = (west: number, south: number, size: number) => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
]
const feature = (name: string, coordinates: number[][][]) => ({
  type: 'Feature',
  properties: { name },
  geometry: { type: 'Polygon', coordinates },
})
const file = (name: string, content: object | string) => ({
  name,
  mimeType: 'application/geo+json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
})
const regionsOf = ({ api }: Beekeeper) => api.get<Region[]>('/admin/region')
const add = ({ api }: Beekeeper, name: string, coordinates: number[][][], fields: object = {}) => {
  const geojson = { type: 'Polygon', coordinates }
  return api.post<Region>('/region', { name, geojson, utcOffset: 1, alarmFrom: 9, alarmTo: 18, ...fields })
}
const removeAll = async (administrator: Beekeeper) => {
  for (const { id } of await regionsOf(administrator)) await administrator.api.delete(`/region/${id}`)
}
const map = (page: Page) => page.locator('.maplibregl-canvas')
const settled = async (page: Page) => {
  await expect(map(page)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
}

test.beforeEach(({ administrator }) => removeAll(administrator))

test('a region is imported from a file, and a transmitter inside it is assigned to it', async ({
  page,
  serverUrl,
  administrator,
}) => {
  test.slow()
  const beekeeper = await registerBeekeeper(serverUrl)
  // away from the places used by other tests
  const controller = await claimController(beekeeper, 'Monte', { latitude: 46.3, longitude: 8.9 })
  await signIn(page, administrator)
  await page.goto('/settings/regions')
  await expect(page.getByText('No regions yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add region' }).press('Enter')
  await expect(page).toHaveURL(/region=new/)
  await expect(page.locator(':focus')).toContainText('New region')

  await page.getByText('File', { exact: true }).click()
  const chooser = page.getByLabel('GeoJSON file')
  await chooser.setInputFiles(file('notes.json', '<kml/>'))
  await expect(page.getByText('This file is not GeoJSON.')).toBeVisible()
  const cantons = [feature('Ticino', [ring(8.5, 45.9, 0.75)]), feature('Jura', [ring(6.5, 47, 0.3)])]
  await chooser.setInputFiles(file('cantons.geojson', { type: 'FeatureCollection', features: cantons }))
  await expect(page.getByText('10 points. The shape is valid.')).toBeVisible()
  await page.getByLabel('Which shape').selectOption('Ticino')
  await expect(page.getByText('5 points. The shape is valid.')).toBeVisible()
  await settled(page)

  await page.getByRole('button', { name: 'Save region' }).click()
  await expect(page.getByText('Give the region a name.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Ticino')
  await page.getByLabel('Alarms until').selectOption('17:00')
  await page.getByRole('button', { name: 'Save region' }).click()
  await expect(page.getByText('Region added.')).toBeVisible()
  const row = page.getByRole('row', { name: /Ticino/ })
  await expect(row).toContainText('09:00–17:00')
  await expect(row.getByRole('cell').last()).toHaveText('1')

  const [region] = await regionsOf(administrator)
  expect(region).toMatchObject({ geojson: { type: 'Polygon', coordinates: [ring(8.5, 45.9, 0.75)] }, userCount: 1 })
  expect(await beekeeper.api.get(`/controller/${controller.id}`)).toMatchObject({ primaryRegionId: region!.id })
})

test('an outline that crosses itself is refused with the place and fixed, and swapped coordinates are detected', async ({
  page,
  administrator,
}) => {
  test.slow()
  await signIn(page, administrator)

  await test.step('an outline that crosses itself is refused with the place, and fixed by typing', async () => {
    await page.goto('/a/regions?region=new')
    await page.getByLabel('Name', { exact: true }).fill('Emmental')
    await page.getByText('File', { exact: true }).click()
    const bowTie = [
      [7.5, 47],
      [8.3, 47.2],
      [8.3, 47],
      [7.5, 47.2],
      [7.5, 47],
    ]
    await page.getByLabel('GeoJSON file').setInputFiles(file('bow-tie.geojson', feature('', [bowTie])))
    const refusal = page.getByRole('alert').filter({ hasText: 'near 47.1° N, 7.9° E' })
    await expect(refusal).toBeVisible()
    await settled(page)
    await page.getByRole('button', { name: 'Save region' }).click()
    expect(await regionsOf(administrator)).toEqual([])

    await page.getByText('Type', { exact: true }).click()
    const text = page.getByRole('textbox', { name: 'GeoJSON' })
    await expect(page.getByRole('button', { name: /near 47.1° N, 7.9° E/ })).toBeVisible()
    await text.fill('{ "type": "Polygon",\n"coordinates": [[7 47]] }')
    await expect(page.getByRole('button', { name: /Line 2.*cannot be read/ })).toBeVisible()
    const straight = [bowTie[0], bowTie[2], bowTie[1], bowTie[3], bowTie[4]]
    await text.fill(JSON.stringify({ type: 'Polygon', coordinates: [straight] }))
    await expect(page.getByText('5 points. The shape is valid.')).toBeVisible()
    await page.getByRole('button', { name: 'Save region' }).click()
    await expect(page.getByRole('link', { name: 'Emmental' })).toBeVisible()
    expect(await regionsOf(administrator)).toMatchObject([{ name: 'Emmental', geojson: { coordinates: [straight] } }])
  })

  await test.step('swapped latitudes and longitudes are detected, and swapped back', async () => {
    await page.goto('/settings/regions?region=new')
    await page.getByText('Type', { exact: true }).click()
    const swapped = ring(7, 46.5, 1).map(([x, y]) => [y, x])
    await page
      .getByRole('textbox', { name: 'GeoJSON' })
      .fill(JSON.stringify({ type: 'Polygon', coordinates: [swapped] }))
    await expect(page.getByText('Latitude and longitude seem to be swapped')).toBeVisible()
    await page.getByRole('button', { name: 'Swap latitude and longitude' }).click()
    await expect(page.getByText('The shape is valid.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Latitude and longitude seem to be swapped')).toBeVisible()
  })
})

test('a triangle is drawn on the map, one of its corners is moved, and the region is deleted', async ({
  page,
  serverUrl,
  administrator,
}) => {
  test.slow()
  await signIn(page, administrator)
  await page.goto('/settings/regions?region=new')
  await page.getByLabel('Name', { exact: true }).fill('Dreieck')
  await settled(page)
  await page.getByRole('button', { name: 'Draw on the map' }).click()
  await expect(page.getByText('Tap the corners one after the other.')).toBeVisible()
  await expect(page.locator(':focus'), 'the keyboard goes on at the tool').toContainText('Done')
  const good = page.getByText('4 points. The shape is valid.')
  const [left, right, top] = [
    { x: 350, y: 400 },
    { x: 650, y: 400 },
    { x: 500, y: 200 },
  ]
  for (const position of [left, right, top, top]) {
    await map(page).click({ position })
    // two clicks in quick succession are a double click, which does not add a corner
    await page.waitForTimeout(400)
  }
  await expect(good).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Save region' }).click()
  await expect(page.getByRole('link', { name: 'Dreieck' })).toBeVisible()
  const [drawn] = await regionsOf(administrator)
  const corners = drawn!.geojson.coordinates[0]!
  expect(corners).toHaveLength(4)
  const heights = corners.slice(0, 3).map(([, latitude]) => latitude!)
  expect(Math.max(...heights)).toBeGreaterThan(Math.min(...heights) + 0.1)
  for (const [longitude, latitude] of corners) {
    expect(longitude).toBeGreaterThan(4)
    expect(longitude).toBeLessThan(12)
    expect(latitude).toBeGreaterThan(45)
    expect(latitude).toBeLessThan(49)
  }

  const [longitude, latitude] = [0, 1].map((axis) => corners.slice(0, 3).reduce((sum, at) => sum + at[axis]! / 3, 0))
  const { api } = await registerBeekeeper(serverUrl)
  await api.post('/registration/controller', {
    imei: '123456789012345',
    imsi: '123456789012345',
    name: 'In the middle',
    location: { longitude, latitude },
    updateInterval: 1,
  })
  await page.goto('/settings/regions')
  await page.getByRole('link', { name: 'Dreieck' }).click()
  await settled(page)
  await page.getByRole('button', { name: 'Delete region' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 transmitter loses it')
  await question.getByRole('button', { name: 'Cancel' }).click()

  await page.getByText('Draw', { exact: true }).click()
  await page.getByRole('button', { name: 'Move corners' }).click()
  await expect(page.getByText('Drag a corner')).toBeVisible()
  await map(page).scrollIntoViewIfNeeded()
  const box = (await map(page).boundingBox())!
  // the map shows the triangle's bounding box with 24 pixels around it
  const pixels = Math.min((box.width - 48) / (right.x - left.x), (box.height - 48) / (left.y - top.y))
  const corner = {
    x: box.x + box.width / 2 - (pixels * (right.x - left.x)) / 2,
    y: box.y + box.height / 2 + (pixels * (left.y - top.y)) / 2,
  }
  await page.mouse.move(corner.x, corner.y)
  await page.mouse.down()
  await page.mouse.move(corner.x + 30, corner.y - 30, { steps: 6 })
  await page.mouse.move(corner.x + 60, corner.y - 60, { steps: 6 })
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(good).toBeVisible()
  await page.getByRole('button', { name: 'Save region' }).click()
  await expect(page.getByRole('link', { name: 'Dreieck' })).toBeVisible()
  const [movedRegion] = await regionsOf(administrator)
  const moved = movedRegion!.geojson.coordinates[0]!
  const isKept = (corner: number[]) => corners.some((one) => one.every((part, axis) => part === corner[axis]))
  expect(moved.slice(0, 3).filter(isKept)).toHaveLength(2)

  await page.getByRole('link', { name: 'Dreieck' }).click()
  await page.getByRole('button', { name: 'Delete region' }).click()
  await question.getByRole('button', { name: 'Delete region' }).click()
  await expect(page.getByText('No regions yet')).toBeVisible()
  expect(await api.get('/controller')).toMatchObject([{ primaryRegionId: null }])
})

test('everybody else can view regions and find them by name, but not change them, and their device stores no shapes', async ({
  page,
  serverUrl,
  administrator,
}) => {
  test.slow()
  await add(administrator, 'Emmental', [ring(7.5, 46.8, 0.4)])
  await add(administrator, 'Oberland', [ring(7.2, 46.4, 0.5)], { utcOffset: -3, alarmFrom: 0, alarmTo: 24 })
  const parts: string[] = []
  page.on('request', (request) => parts.push(new URL(request.url()).pathname))
  await signIn(page, await registerBeekeeper(serverUrl))
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Regions' }).click()
  await expect(page.getByRole('row', { name: /Emmental/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add region' })).toHaveCount(0)
  expect(parts.filter((part) => part.includes('/map-'))).toEqual([])
  // what is stored on a device contains no shapes
  const kept = () => page.evaluate(() => localStorage.getItem('hivewatch.queries') ?? '')
  await expect.poll(kept).toContain('Emmental')
  expect(await kept()).not.toContain('coordinates')
  await page.getByLabel('Search by name').fill('ober')
  await expect(page.getByRole('row', { name: /Emmental/ })).toHaveCount(0)
  await page.getByLabel('Search by name').fill('nowhere')
  await expect(page.getByText('No region with this name')).toBeVisible()
  await page.getByLabel('Search by name').fill('ober')
  await page.getByRole('link', { name: 'Oberland' }).click()
  const sheet = page.getByRole('dialog', { name: 'Oberland' })
  await expect(sheet).toContainText('00:00–24:00')
  await expect(sheet).toContainText('UTC-3')
  await expect(sheet.locator('.maplibregl-canvas')).toBeVisible({ timeout: 60_000 })
})

const looks: Look[] = [
  { locale: 'en', variant: 'hivewatch', colorScheme: 'light', viewport: phone },
  { locale: 'de', variant: 'biovet', colorScheme: 'dark', viewport: phone },
  { locale: 'fr', variant: 'biovet', colorScheme: 'light', viewport: desktop },
  { locale: 'es', variant: 'hivewatch', colorScheme: 'dark', viewport: desktop },
]

test('the regions page is accessible and fits in every language', async ({ page, administrator }) => {
  test.slow()
  const { id } = await add(administrator, 'Emmental und Oberaargau', [ring(7.5, 46.8, 0.4)])
  await signIn(page, administrator)
  await page.goto('/settings/regions')
  await expect(page.getByRole('link', { name: 'Emmental' })).toBeVisible()
  await expectSoundIn(page, looks, 'list')
  await page.goto(`/settings/regions?region=${id}`)
  await expect(map(page)).toBeVisible({ timeout: 60_000 })
  await page.waitForLoadState('networkidle')
  await expectSoundIn(page, looks, 'editor')
})
