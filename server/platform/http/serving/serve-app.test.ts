import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { serveApp } from './serve-app.ts'

const html = `<!doctype html>
<html lang="de">
  <head>
    <title>HiveWatch</title>
    <meta name="hivewatch" content="{}" /><link rel="icon" href="/icons/hivewatch.svg" />
  </head>
  <body><div id="root"></div></body>
</html>
`
const script = 'console.log("bees")'

let root: string
let folder: string
let app: ReturnType<typeof serveApp>

/** The first bytes of a PNG of this size. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.write('89504e470d0a1a0a0000000d49484452', 'hex')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

function put(file: string, content: string | Buffer): void {
  const target = path.join(folder, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, content)
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'served-app-'))
  folder = path.join(root, 'dist')
  put('../package.json', '"dependencies"')
  put('index.html', html)
  put('sw.js', 'self.skipWaiting()')
  put('favicon.ico', 'icon')
  put('assets/main-abc123.js', script)
  put('assets/main-abc123.js.br', brotliCompressSync(script))
  put('assets/main-abc123.js.gz', gzipSync(script))
  for (const variant of ['hivewatch', 'biovet']) {
    put(`icons/${variant}-192.png`, png(192, 192))
    put(`icons/${variant}-512.png`, png(512, 512))
    put(`icons/${variant}-maskable-512.png`, png(512, 512))
    put(`screenshots/${variant}-narrow.png`, png(720, 1480))
  }
  app = serveApp(config(), folder)
})
afterEach(() => rmSync(root, { recursive: true }))

const config = (environment: Record<string, string> = {}) =>
  readConfig({ VARIANT_HOSTS: 'vet.example=biovet', SUPPORT_URL: 'https://help.example/?a=1&b="2"', ...environment })

const get = (target: string, headers: Record<string, string> = {}) => app.request(target, { headers })

/** The settings that the app would read from the page. */
function settingsOf(page: string): unknown {
  const content = /<meta name="hivewatch" content="([^"]*)"/.exec(page)![1]!
  return JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'))
}

describe('the page', () => {
  it('may run its own inline script, and no other', async () => {
    expect((await get('/')).headers.get('Content-Security-Policy')).toContain("script-src 'self';")
    put('index.html', html.replace('</body>', `<script>${script}</script></body>`))
    app = serveApp(config(), folder)
    const hash = createHash('sha256').update(script).digest('base64')
    const policy = (await get('/')).headers.get('Content-Security-Policy')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
    put('index.html', html.replace('<title>', `<script type="importmap">{}</script><title>`))
    app = serveApp(config(), folder)
    const map = createHash('sha256').update('{}').digest('base64')
    expect((await get('/')).headers.get('Content-Security-Policy')).toContain(`script-src 'self' 'sha256-${map}';`)
  })

  it('describes itself to search engines', async () => {
    expect(await (await get('/')).text()).toMatch(/<meta name="description" content="[^"]{20,160}" \/>/)
  })

  it.each(['/', '/index.html', '/dashboard', '/settings/profile', '/password/reset/abc.def', '/shop/'])(
    'answers %s, to be revalidated',
    async (target) => {
      const response = await get(target)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(await response.text()).toContain('<div id="root">')
    },
  )

  it.each(['/Dashboard', '/dashboard/', '/visit', '/visit/7', '/scaleoverview/3/4', '/shop/admin/orders/9'])(
    'answers %s, as the router of the app does',
    async (target) => expect((await get(target)).status).toBe(200),
  )

  it.each(['/nowhere', '/update?api_key=x&field1=43', '/ping', '/health', '/api2', '/settings/nowhere', '/visit/7/8'])(
    'says that there is no %s, with 404 for programs and with words for people',
    async (target) => {
      const response = await get(target)
      expect(response.status).toBe(404)
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).toContain('<div id="root">')
    },
  )

  it.each([
    ['/dashboard', 'br, gzip', 'br'],
    ['/', 'gzip', 'gzip'],
    ['/', 'br;q=0, gzip;q=0.5', 'gzip'],
    ['/manifest.webmanifest', 'gzip, deflate, br, zstd', 'br'],
  ])('%s is sent compressed for %s', async (target, taken, encoding) => {
    const response = await get(target, { 'accept-encoding': taken })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toContain('Accept-Encoding')
    const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync
    const plain = await (await get(target)).text()
    expect(unpack(Buffer.from(await response.arrayBuffer())).toString()).toBe(plain)
    const again = { 'accept-encoding': taken, 'if-none-match': response.headers.get('etag')! }
    expect((await get(target, again)).status).toBe(304)
  })

  it('tells the app its variant and what is configured', async () => {
    const page = await (await get('/')).text()
    expect(settingsOf(page)).toEqual({
      variant: 'hivewatch',
      claimCodes: false,
      subscriptions: true,
      shop: true,
      supportUrl: 'https://help.example/?a=1&b="2"',
      externalShopUrl: null,
      forumUrl: null,
      mapStyleUrl: null,
      errorReportsDsn: null,
      publicUrl: null,
      broker: null,
      revision: 'development',
      demo: null,
    })
    expect(page).toContain('<html data-variant="hivewatch" data-theme-id="1" lang="de">')
    expect(page).toContain('<meta name="theme-color" content="#f2b021" media="(prefers-color-scheme: light)" />')
  })

  it('tells each variant its own address, never one that a caller sent', async () => {
    const settings = { PUBLIC_URL: 'https://bees.example', VARIANT_HOSTS: 'vet.example=biovet,animals.example=biovet' }
    app = serveApp(config(settings), folder)
    const addressAt = async (host: string) => {
      const page = await (await app.request(`https://${host}/dashboard`, { headers: { host } })).text()
      return /publicUrl&quot;:&quot;([^&]*)/.exec(page)?.[1]
    }
    expect(await addressAt('vet.example')).toBe('https://vet.example')
    expect(await addressAt('animals.example')).toBe('https://animals.example')
    expect(await addressAt('bees.example')).toBe('https://bees.example')
    expect(await addressAt('evil.example')).toBe('https://bees.example')
  })

  it('allows reporting errors to their service’s host only', async () => {
    app = serveApp(config({ SENTRY_DSN: 'https://abc@errors.example/7' }), folder)
    const policy = (await get('/')).headers.get('content-security-policy')
    expect(policy).toContain("connect-src 'self' https://errors.example;")
    expect(settingsOf(await (await get('/')).text())).toMatchObject({ errorReportsDsn: 'https://abc@errors.example/7' })
  })

  it('allows maps to load from their style’s host only', async () => {
    const policyOf = async () => (await get('/')).headers.get('content-security-policy')
    expect(await policyOf()).toContain("connect-src 'self'; img-src 'self' data: blob:;")
    app = serveApp(config({ MAP_STYLE_URL: 'https://tiles.example/styles/bright.json?key=1' }), folder)
    expect(await policyOf()).toContain(
      "connect-src 'self' https://tiles.example; img-src 'self' data: blob: https://tiles.example;",
    )
    expect(settingsOf(await (await get('/')).text())).toMatchObject({
      mapStyleUrl: 'https://tiles.example/styles/bright.json?key=1',
    })
  })

  it.each([
    [{ host: 'vet.example' }, 'biovet', 'BioVet'],
    [{ host: 'VET.example:8443' }, 'biovet', 'BioVet'],
    [{ host: 'bees.example' }, 'hivewatch', 'HiveWatch'],
    [{ host: 'bees.example', 'x-forwarded-host': 'vet.example' }, 'hivewatch', 'HiveWatch'],
  ])('is the variant of its host: %j', async (headers, variant, name) => {
    const page = await (await get('/dashboard', headers)).text()
    expect(settingsOf(page)).toMatchObject({ variant })
    expect(page).toContain(`<title>${name}</title>`)
    expect(page).toContain(`href="/icons/${variant}.svg"`)
  })

  it('believes the host that a trusted proxy names', async () => {
    app = serveApp(config({ TRUST_PROXY: 'true' }), folder)
    const page = await (await get('/', { host: 'internal', 'x-forwarded-host': 'vet.example' })).text()
    expect(settingsOf(page)).toMatchObject({ variant: 'biovet' })
  })

  it('lets no configured text out of its attribute', async () => {
    app = serveApp({ ...config(), revision: `"><script>alert(1)</script>'$&` }, folder)
    const page = await (await get('/')).text()
    expect(page).not.toContain('<script>')
    expect(page).toContain('&quot;&gt;&lt;script&gt;')
  })

  it('is not sent again while it is unchanged', async () => {
    const etag = (await get('/dashboard')).headers.get('etag')!
    expect((await get('/dashboard', { 'if-none-match': etag })).status).toBe(304)
    expect((await get('/dashboard', { 'if-none-match': etag, host: 'vet.example' })).status).toBe(200)
  })

  it('comes with a strict policy', async () => {
    const { headers } = await get('/dashboard')
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('permissions-policy')).toContain('geolocation=(self), camera=(self), microphone=(self)')
    expect(headers.get('strict-transport-security')).toBeNull()
    const https = await app.request('https://bees.example/')
    expect(https.headers.get('strict-transport-security')).toContain('max-age=31536000')
  })

  it('lets other sites embed the two pages of shares and no others, and keeps these out of search engines', async () => {
    for (const shared of ['/shared/timeline', '/shared/livefeed?token=x']) {
      const { headers } = await get(shared)
      expect(headers.get('content-security-policy')).toMatch(/script-src 'self'; .*frame-ancestors \*$/)
      expect(headers.get('x-robots-tag')).toBe('noindex')
    }
    for (const other of ['/', '/shared/', '/shared/timeline/', '/shared/livefeedx', '/timeline', '/api/share/view']) {
      expect((await get(other)).headers.get('content-security-policy') ?? '').not.toContain('frame-ancestors *')
    }
  })
})

describe('files', () => {
  it('with a hash in their name are kept for good', async () => {
    const response = await get('/assets/main-abc123.js')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('last-modified'), 'nobody asks whether it changed').toBeNull()
    expect(response.headers.get('content-type')).toContain('text/javascript')
    expect(await response.text()).toBe(script)
  })

  it.each([
    ['br, gzip', 'br', brotliCompressSync(script)],
    ['gzip', 'gzip', gzipSync(script)],
  ])('are sent precompressed: %s', async (accepted, encoding, bytes) => {
    const response = await get('/assets/main-abc123.js', { 'accept-encoding': accepted })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toContain('Accept-Encoding')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
  })

  it.each(['/assets/gone-def456.js', '/icons/gone.png', '/screenshots/gone.png'])(
    'that are missing are 404: %s',
    async (target) => {
      const response = await get(target)
      expect(response.status).toBe(404)
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).not.toContain('<html')
    },
  )

  it('have no policy of their own, except worker scripts', async () => {
    put('assets/worker-abc123.mjs', script)
    expect((await get('/assets/main-abc123.js')).headers.get('content-security-policy')).toBeNull()
    expect((await get('/assets/main-abc123.js')).headers.get('x-content-type-options')).toBe('nosniff')
    expect((await get('/assets/worker-abc123.mjs')).headers.get('content-security-policy')).toContain(
      "script-src 'self'",
    )
  })

  it('that are pictures may run nothing, by a short policy', async () => {
    put('icons/hivewatch.svg', '<svg xmlns="http://www.w3.org/2000/svg" />')
    const { headers } = await get('/icons/hivewatch.svg')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    for (const other of ['/icons/hivewatch-192.png', '/icons/hivewatch.svg/x'])
      expect((await get(other)).headers.get('content-security-policy')).toContain("script-src 'self'")
  })

  it('allow the label-reading worker to compile what it fetches, and nothing else', async () => {
    put('assets/label-worker-abc123.mjs', script)
    expect((await get('/assets/label-worker-abc123.mjs')).headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'",
    )
    for (const other of ['/label-worker-abc123.mjs', '/dashboard', '/assets/label-worker-abc123.mjs/x'])
      expect((await get(other)).headers.get('content-security-policy')).not.toContain('wasm')
  })

  it('of an earlier build stay available for pages that are still open', async () => {
    const former = 'data/app-assets/main-former1.js'
    app = serveApp(config({ DATA_DIR: path.join(root, 'data') }), folder)
    expect((await get('/assets/main-former1.js')).status).toBe(404)
    put(`../${former}`, script)
    put(`../${former}.br`, brotliCompressSync(script))
    const response = await get('/assets/main-former1.js', { 'accept-encoding': 'gzip, br' })
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br'])
    expect(response.headers.get('cache-control')).toContain('immutable')
  })

  it.each([
    '/assets/..%2fsecret.key',
    '/assets/%2e%2e%2fsecret.key',
    '/assets/..%5csecret.key',
    '/assets/%252e%252e%252fsecret.key',
    '/assets//../secret.key',
    '/assets/assets/..%2f..%2fsecret.key',
    '/assets/main-former1.js%2f..%2f..%2fsecret.key',
  ])('next to those of former builds cannot be read: %s', async (target) => {
    put('../data/app-assets/main-former1.js', script)
    put('../data/secret.key', 'the key of the house')
    app = serveApp(config({ DATA_DIR: path.join(root, 'data') }), folder)
    expect(await (await get('/assets/main-former1.js')).text()).toBe(script)
    expect(await (await get(target)).text()).not.toContain('the key of the house')
  })

  it.each([
    '/robots.txt',
    '/sitemap.xml',
    '/.well-known/security.txt',
    '/.well-known/assetlinks.json',
    '/wp-login.php',
  ])('that programs look for on their own are 404 instead of the page: %s', async (target) => {
    const response = await get(target)
    expect([response.status, await response.text()]).toEqual([404, 'Not found\n'])
  })

  it('at the root are served too, and the worker is revalidated', async () => {
    expect(await (await get('/favicon.ico')).text()).toBe('icon')
    const worker = await get('/sw.js')
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    expect(worker.headers.get('content-type')).toContain('text/javascript')
  })

  it.each([
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
  ])('outside the build are out of reach: %s', async (target) => {
    expect(await (await get(target)).text()).not.toContain('"dependencies"')
  })
})

describe('the manifest', () => {
  const manifest = async (headers: Record<string, string>) => (await get('/manifest.webmanifest', headers)).json()

  it('makes the variant an app, with the available pictures', async () => {
    expect(await manifest({ host: 'vet.example', 'accept-language': 'fr' })).toEqual({
      name: 'BioVet',
      short_name: 'BioVet',
      description: 'Poids, température et alarmes de vos ruches, aussi sans réseau.',
      categories: ['utilities', 'productivity', 'business'],
      id: '/',
      start_url: '/dashboard',
      scope: '/',
      display: 'standalone',
      theme_color: '#0b5563',
      background_color: '#f6f6f3',
      lang: 'fr',
      icons: [
        { src: '/icons/biovet-192.png', purpose: 'any', sizes: '192x192', type: 'image/png' },
        { src: '/icons/biovet-512.png', purpose: 'any', sizes: '512x512', type: 'image/png' },
        { src: '/icons/biovet-maskable-512.png', purpose: 'maskable', sizes: '512x512', type: 'image/png' },
      ],
      screenshots: [
        { src: '/screenshots/biovet-narrow.png', form_factor: 'narrow', sizes: '720x1480', type: 'image/png' },
      ],
      shortcuts: [
        { name: 'Aperçu', url: '/?from=%2Fdashboard' },
        { name: 'Note', url: '/dashboard?open=note' },
        { name: 'Visite', url: '/visit?begin=true' },
        { name: 'Alarmes', url: '/alarms' },
      ],
      launch_handler: { client_mode: ['focus-existing', 'auto'] },
    })
  })

  it('has its own type and is revalidated', async () => {
    const { headers } = await get('/manifest.webmanifest')
    expect(headers.get('content-type')).toBe('application/manifest+json')
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(await manifest({})).toMatchObject({ name: 'HiveWatch', lang: 'de' })
  })
})

it('says how to build if there is no build', async () => {
  app = serveApp(config(), path.join(folder, 'nowhere'))
  const response = await get('/dashboard')
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('npm run build')
})

it('names the part that the page lacks', () => {
  put('index.html', '<html><head><title>x</title></head></html>')
  expect(() => serveApp(config(), folder)).toThrow(/meta name="hivewatch"/)
})
