import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { isKeptOnUse } from '../../sw/assets-on-use.ts'
import { alongWith } from '../../web/i18n/text-areas.ts'
import { expect, registerBeekeeper, test } from '../support/browser/app-fixture.ts'
import { signIn } from '../support/browser/signed-in-page.ts'

/** The limits in bytes over the wire, for everything: page, styles, pictures, answers, and headers. */
// a busy machine takes so long to draw Today that it is requested again: 0.8 kB
const budgets = { '/': 125_000, '/dashboard': 149_500 }

/** The number of files every device stores for offline use, besides the texts of its languages. */
const KEPT_FILES = 36

const built = path.join(import.meta.dirname, '../../dist')
const assets = readdirSync(path.join(built, 'assets')).filter((file) => /\.(js|css)$/.test(file))

/** The limit in bytes for one part of the texts; together with the page and the list of files, changing a word then costs an update less than 30 kB. */
const PART_OF_TEXTS = 15_500

/** The path of each file by its key. */
const files = (
  JSON.parse(
    /<script type="importmap">(.*?)<\/script>/.exec(readFileSync(path.join(built, 'index.html'), 'utf8'))![1]!,
  ) as { imports: Record<string, string> }
).imports

test('the files of the app refer to each other by keys, so that a change renames no other file', () => {
  const texts = assets.map((file) => ({ file, text: readFileSync(path.join(built, 'assets', file), 'utf8') }))
  const named = texts.flatMap(({ file, text }) =>
    assets.filter((other) => other !== file && text.includes(other)).map((other) => `${file} names ${other}`),
  )
  expect(assets.length).toBeGreaterThan(40)
  expect(named).toEqual([])
})

test('every file that another one requests exists', () => {
  const asked = assets.flatMap((file) =>
    [...readFileSync(path.join(built, 'assets', file), 'utf8').matchAll(/"assets\/([^"]+\.(?:js|css))"/g)].map(
      ([, key]) => ({ file, asked: path.basename(files[`/assets/${key}`] ?? key!) }),
    ),
  )
  expect(asked.length).toBeGreaterThan(40)
  expect(asked.filter((one) => !assets.includes(one.asked))).toEqual([])
})

test('schemas for sent data come with the screens that send it, not with the first screen', () => {
  const withSchemas = assets.filter((file) =>
    // part of the library's error message about a value
    readFileSync(path.join(built, 'assets', file), 'utf8').includes('eceived ${'),
  )
  expect(withSchemas.map((file) => file.split('-')[0])).toContain('common')
  expect(withSchemas.filter((file) => /^(react|libraries|index|today|session)-/.test(file))).toEqual([])
})

test('nothing uses the parts of React that the build removes', () => {
  const taken =
    /\b(hydrateRoot|useActionState|useFormState|useFormStatus|useOptimistic|ViewTransition|Activity|SuspenseList|prefetchDNS|preconnect|preinit|preinitModule|preloadModule|requestFormReset)\b(?=[(,;)}])/
  const asking = assets
    .filter((file) => !/^react-|\.css$/.test(file))
    .flatMap((file) => {
      const found = taken.exec(readFileSync(path.join(built, 'assets', file), 'utf8'))
      return found ? [`${file} asks for ${found[0]}`] : []
    })
  expect(asking).toEqual([])
})

test('every device stores only a few files, and nothing of administration and shop', () => {
  const list = /self\.builtFiles=(.*?);importScripts/.exec(readFileSync(path.join(built, 'sw.js'), 'utf8'))![1]!
  const told = (JSON.parse(list) as (string | [string, string])[]).map((file) => [file].flat()[0]!)
  expect(told).toContain('index.html')
  const kept = told.filter((file) => !isKeptOnUse(file))
  expect(kept.length, kept.join('\n')).toBeLessThanOrEqual(KEPT_FILES)
  expect(kept.filter((file) => /administration|shop|\bmap/.test(file))).toEqual([])
})

test('no part of the texts is so large that changing one word makes a large update', () => {
  const parts = assets.filter((file) => file.startsWith('texts-'))
  expect(parts.length).toBeGreaterThan(16)
  const large = parts.filter((file) => statSync(path.join(built, 'assets', `${file}.br`)).size > PART_OF_TEXTS)
  expect(large, 'move a noun to another part in web/i18n/text-areas.ts').toEqual([])
})

test.use({ serviceWorkers: 'block' })

/** The files that a chunk of the app needs to run, including itself. */
function filesOf(piece: string): string[] {
  const found = assets.filter((file) => new RegExp(`^${piece}-[\\w-]{7}\\.js$`).test(file))
  for (const file of found) {
    const code = readFileSync(path.join(built, 'assets', file), 'utf8')
    for (const [, key] of code.matchAll(/(?:import|from)\s*"\.?(\/[^"]+\.js)"/g)) {
      const imported = path.basename(files[key!] ?? files[`/assets${key}`]!)
      if (!found.includes(imported)) found.push(imported)
    }
  }
  return found
}

for (const { place, piece, area } of [
  { place: '/dashboard', piece: 'today', area: 'today' },
  { place: '/timeline', piece: 'hives', area: 'screens' },
  { place: '/shop/', piece: 'shop', area: 'shop' },
] as const)
  test(`everything that ${place} needs is requested before the app runs`, async ({ page, serverUrl }) => {
    const texts = ['start', area, ...alongWith[area]].flatMap((one) => filesOf(`texts-en-${one}`))
    await signIn(page, await registerBeekeeper(serverUrl))
    // it never arrives
    await page.route('**/assets/index-*.js', () => {})
    await page.goto(`${place}?lang=en`, { waitUntil: 'commit' })
    const asked = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('[rel=modulepreload], script[type=module]')].map((one) =>
          one.getAttribute(one.localName === 'link' ? 'href' : 'src')!.replace('/assets/', ''),
        ),
      )
    const needed = [...filesOf(piece), ...texts]
    expect(needed.length).toBeGreaterThan(6)
    await expect.poll(asked).toEqual(expect.arrayContaining(needed))
  })

test('the first visit loads no more than a weak network delivers in a few seconds', async ({
  page,
  context,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await page.goto('/?lang=en')
  await page.getByLabel('E-mail address').fill(beekeeper.email)
  await page.getByLabel('Password', { exact: true }).fill(beekeeper.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard/)

  const seen = { '/': page.getByLabel('E-mail address'), '/dashboard': page.getByRole('heading', { level: 1 }) }
  for (const place of ['/dashboard', '/'] as const) {
    if (place === '/') await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    // so that nothing of the previous page is still being loaded
    await page.goto('about:blank')
    const loaded = await follow(page, `${place}?lang=en`, () => expect(seen[place]).toBeVisible())
    const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0)
    const list = loaded.sort((a, b) => b.bytes - a.bytes).map(({ path, bytes }) => `${bytes} ${path}`)
    test.info().annotations.push({ type: `bytes of ${place}`, description: String(total) })
    expect(loaded.length).toBeGreaterThan(3)
    expect(total, `${total} bytes for ${place}:\n${list.join('\n')}`).toBeLessThanOrEqual(budgets[place])
  }
})

/** What was sent over the wire until the network was idle. */
async function follow(page: Page, address: string, seen: () => Promise<void>) {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const paths = new Map<string, string>()
  const loaded: { path: string; bytes: number }[] = []
  const counted = new Set<string>()
  // noted at request time, since an answer to an early request may never be reported
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    paths.set(requestId, new URL(request.url).pathname)
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId) ?? ''
    // with a cache, a file requested both early and again is transferred once
    if (counted.has(path)) return
    if (/^\/(assets|icons)\//.test(path)) counted.add(path)
    loaded.push({ path, bytes: encodedDataLength })
  })
  await page.goto(address)
  await seen()
  // waits by itself, since an event stream never ends
  await expect
    .poll(async () => {
      const before = loaded.length
      await page.waitForTimeout(1000)
      return loaded.length - before
    })
    .toBe(0)
  await network.detach()
  return loaded
}
