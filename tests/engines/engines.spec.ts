import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '../support/browser/app-fixture.ts'
import { makeApiary } from './apiary.ts'
import { forSafari16, startCutLink } from './cut-link.ts'
import { type EngineDriver, type EnginePage, enginePage } from './engine-page.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'
import { startWpe } from './wpe.ts'

const PHONE = { width: 390, height: 844 }

type Engine = { name: string; start: () => Promise<EngineDriver>; isSafari16?: true }

const engines: Engine[] = [
  { name: 'WebKitGTK', start: startWebKit },
  { name: 'WPE, the engine of Safari 16', start: () => startWpe({ width: 400 }), isSafari16: true },
  { name: 'Firefox', start: startFirefox },
]

/** Runs it in an engine, and keeps a picture of where it failed. */
async function inEngine(name: string, driver: EngineDriver, run: (page: EnginePage) => Promise<void>): Promise<void> {
  const page = enginePage(driver)
  try {
    await run(page)
  } catch (error) {
    const picture = test.info().outputPath('fault.png')
    writeFileSync(picture, await page.picture())
    test.info().annotations.push({ type: `${name} showed`, description: picture })
    throw error
  } finally {
    await page.close()
  }
}

/** Keeps a picture where `SCREENSHOTS` names a folder, and finds nothing wider than the screen. */
async function look(page: EnginePage, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder) writeFileSync(path.join(folder, `${name}.png`), await page.picture())
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wider, `${name} is wider than the screen`).toBeLessThanOrEqual(0)
}

/** In the page: first and last value of the one curve, and the words above them, from the table that screen readers get. */
function curveNow() {
  const table = [...document.querySelectorAll('table')].find(({ caption }) =>
    caption?.textContent?.startsWith('Values from'),
  )
  const [first, last] = [...(table?.querySelectorAll('tbody td') ?? [])].map(({ textContent }) => Number(textContent))
  return table && { span: table.caption?.textContent, first, last }
}

/** In the page: how many pixels of the chart are not of its ground. */
function inkOfChart() {
  const canvas = document.querySelector<HTMLCanvasElement>('.u-wrap canvas')
  const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
  return [...data].filter((value, i) => i % 4 === 3 && value > 0).length
}

/** In the page: how many pixels of the lowest line of the chart, below the last line of its time axis, are not of its ground. */
function inkAtItsFoot() {
  const canvas = document.querySelector<HTMLCanvasElement>('.u-wrap canvas')
  const { data } = canvas?.getContext('2d')?.getImageData(0, canvas.height - 1, canvas.width, 1) ?? { data: [] }
  return [...data].filter((value, i) => i % 4 === 3 && value > 0).length
}

/** In the page: gives the chosen hive the longest name that one may have. */
function nameLongest() {
  const chosen = [...document.querySelectorAll('option')].find(({ selected, text }) => selected && text === 'Linden')
  if (chosen) chosen.text = 'Linden'.repeat(16)
  return chosen?.text
}

/** In the page: how wide the dots at the end of small curves are, or 0 where one is not round. */
function endsOfCurves() {
  const dots = [...document.querySelectorAll('main [role=img] > span')].map((dot) => dot.getBoundingClientRect())
  return dots.map(({ width, height }) => (width === height ? width : 0))
}

/** In the page: the words of the message, if it can be pressed. */
function messageOnTop() {
  const message = document.querySelector('[data-sonner-toast]')
  const { left = 0, top = 0, width = 0, height = 0 } = message?.getBoundingClientRect() ?? {}
  return message?.contains(document.elementFromPoint(left + width / 2, top + height / 2)) && message.textContent
}

/** In the page: whether a map is drawn, or words say that it cannot be, and which of them there has to be. */
function placeOnMap() {
  const words = document.querySelector('main')?.innerText ?? ''
  return {
    isDrawn: document.querySelector('canvas.maplibregl-canvas') !== null,
    isTold: words.includes('The map cannot be shown'),
    hasDegrees: words.includes('46.99'),
    hasWebGl: document.createElement('canvas').getContext('webgl2') !== null,
  }
}

/** In the page: presses its keys, which change what is seen. */
function zoomIn() {
  const chart = document.querySelector<HTMLElement>('[role=application]')
  chart?.focus()
  chart?.dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true }))
}

test('WPE, the engine of Safari 16: a browser that is too old for the app is told so at once', async ({
  serverUrl,
}) => {
  await inEngine('WPE', await startWpe(), async (page) => {
    await page.goto(`${serverUrl}/?lang=en`)
    await page.see('#too-old', '16.4')
    expect(await page.evaluate(() => performance.now()), 'after a wait').toBeLessThan(15_000)
  })
})

for (const { name, start, isSafari16 } of engines) {
  test(`${name}: sign in, Today, a hive, zoom, note, offline, dark`, async ({ serverUrl }) => {
    const { beekeeper, controllerId, lindenId } = await makeApiary(serverUrl)
    const link = await startCutLink(serverUrl, isSafari16 && (await forSafari16(serverUrl)))
    const shot = name.split(/\W/)[0]!.toLowerCase()
    await inEngine(name, await start(), async (page) => {
      await page.resize(PHONE.width, PHONE.height)

      await test.step('sign in', async () => {
        await page.goto(`${link.url}/?lang=en`)
        await page.fill('E-mail address', beekeeper.email)
        await page.fill('Password', beekeeper.password)
        await look(page, `${shot}-sign-in`)
        await page.pressButton('Sign in')
      })

      await test.step('Today shows the hives', async () => {
        await page.see('a', 'Linden')
        await page.see('a', 'Maple')
        await page.see('main', '40.0')
        const ends = await page.until('small curves', async () => (await page.evaluate(endsOfCurves)).join())
        expect(ends, 'round dots').toBe('6,6')
        await look(page, `${shot}-today`)
        // to load a page while the first worker just begins is too much for the engine of Safari 16
        await page.until('the worker', () => page.evaluate(() => navigator.serviceWorker.controller !== null))
      })

      await test.step('a hive has its curve', async () => {
        await page.pressLink('Linden')
        await page.see('h1', 'Linden')
        const week = await page.until('the curve of a week', () => page.evaluate(curveNow))
        expect(week.last).toBeCloseTo(39.98)
        await page.until('a drawn curve', () => page.evaluate(inkOfChart))
        await look(page, `${shot}-hive`)
        await page.press('label', '24 h')
        await page.until('the curve of a day', async () => ((await page.evaluate(curveNow))?.first ?? 0) > 38.9)
      })

      await test.step('a new note is in the diary', async () => {
        await page.fill('What did you just do?', 'Fed 5 kg')
        await page.pressButton('Save')
        await page.until('the note', () =>
          page.evaluate(() => /Fed 5 kg/.test(document.querySelector('main')?.innerText ?? '')),
        )
        const made = await beekeeper.api.get<{ description: string }[]>(`/intervention?scales=${lindenId}`)
        expect(made.map(({ description }) => description)).toEqual(['Fed 5 kg'])
      })

      await test.step('the timeline zooms', async () => {
        await page.goto(`${link.url}/timeline?series=${lindenId}`)
        const before = await page.until('the curve', () => page.evaluate(curveNow))
        await page.evaluate(zoomIn)
        await page.until('a closer look', async () => {
          const after = await page.evaluate(curveNow)
          return after && after.span !== before.span && after.first! > before.first!
        })
        expect(await page.evaluate(inkAtItsFoot), 'pixels of a date that is cut off').toBe(0)
        await look(page, `${shot}-timeline`)
      })

      await test.step('a message is shown on top of the open sheet', async () => {
        await page.openSheet('Share this view')
        const words = await page.pressUntil(['button', 'Copy address'], 'the message', () =>
          page.evaluate(messageOnTop),
        )
        // whether a browser that nobody sits at may copy is not what this is about
        expect(words).toMatch(/cop/i)
        await look(page, `${shot}-message`)
      })

      await test.step('a mute until a time starts with a suggested time', async () => {
        await page.goto(`${link.url}/settings/notifications`)
        await page.openSheet('Mute')
        const end = () => document.querySelector<HTMLInputElement>('[type=datetime-local]')?.value
        const shown = await page.pressUntil(['label', 'Until …'], 'the time', () => page.evaluate(end))
        expect(Date.parse(`${shown}Z`)).toBeGreaterThan(Date.now() + 2 * 3_600_000)
        await look(page, `${shot}-mute`)
      })

      await test.step('a long name among choices is cut off', async () => {
        await page.goto(`${link.url}/heatmap`)
        await page.until('the chosen hive', () => page.evaluate(nameLongest))
        await look(page, `${shot}-choices`)
      })

      await test.step('a place is on a map, or a message says why not', async () => {
        await page.goto(`${link.url}/settings/controllers/${controllerId}?part=setup`)
        await page.pressButton('Show on the map')
        const place = await page.until('the map', async () => {
          const shown = await page.evaluate(placeOnMap)
          return shown.isDrawn || shown.isTold ? shown : undefined
        })
        expect(place).toMatchObject({ isDrawn: place.hasWebGl, isTold: !place.hasWebGl, hasDegrees: true })
        await look(page, `${shot}-place`)
      })

      await test.step('all of it is available offline', async () => {
        await page.goto(`${link.url}/scaleoverview/${controllerId}/${lindenId}`)
        await page.until('the curve', () => page.evaluate(curveNow))
        await page.until('stored answers', () =>
          page.evaluate(() => localStorage.getItem('hivewatch.queries')?.includes('Fed 5 kg')),
        )
        await link.cut()
        await page.goto(`${link.url}/scaleoverview/${controllerId}/${lindenId}`)
        await page.see('h1', 'Linden')
        const stored = await page.until('the stored curve', () => page.evaluate(curveNow))
        expect(stored.last).toBeCloseTo(39.98)
        await page.see('main', 'Fed 5 kg')
        await look(page, `${shot}-offline`)
        await link.mend()
      })

      await test.step('dark', async () => {
        await page.goto(`${link.url}/dashboard`)
        await page.see('a', 'Linden')
        const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
        const light = await ground()
        await page.evaluate(() => {
          document.documentElement.dataset.theme = 'dark'
        })
        expect([light, await ground()]).toEqual(['rgb(246, 246, 243)', 'rgb(17, 19, 21)'])
        await look(page, `${shot}-dark`)
      })
    })
    await link.close()
  })
}
