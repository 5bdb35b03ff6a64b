import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { locales } from '#domain/platform/locale.ts'
import { shortened } from './build/short-page.ts'

const page = shortened(readFileSync(path.join(import.meta.dirname, 'index.html'), 'utf8'))
const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code!)
const script = scripts.filter((code) => !code.includes('sayIfOld')).join('\n')
const shown = /<div id="root">[\s\S]*?<\/div>\s*<\/div>/.exec(page)![0]

const spies: { mockRestore(): void }[] = []

/** What is on the page before anything of the app has loaded, in a browser that prefers these languages. */
function open(languages: string[], address = '') {
  window.history.replaceState(null, '', `/${address}`)
  spies.push(vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages))
  document.body.innerHTML = shown
  new Function(script)()
}
const words = () => document.getElementById('start-words')?.textContent

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
  for (const spy of spies.splice(0)) spy.mockRestore()
  document.body.innerHTML = ''
  window.history.replaceState(null, '', '/')
})

it('has logo, name and texts before the app has loaded, in the language that the app will have', () => {
  open(['pt-BR', 'fr-CH', 'de'])
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/icons/hivewatch.svg')
  expect(document.getElementById('root')?.textContent).toContain('HiveWatch')
  expect(words()).toBe('Chargement de l’application …')
  expect(document.documentElement.lang).toBe('fr')
  window.localStorage.setItem('hivewatch.locale', 'es')
  open(['en'])
  expect(words()).toBe('Cargando la aplicación …')
  open(['en'], '?x=1&lang=de')
  expect(words()).toBe('Die App wird geladen …')
  window.localStorage.clear()
  open(['pt'])
  expect(words()).toBe('Die App wird geladen …')
})

it.each(locales)('has its own texts in %s, even for people without JavaScript', (locale) => {
  open([locale])
  expect(document.documentElement.lang, `add ${locale} to web/index.html`).toBe(locale)
  expect(words()).not.toBe('')
  expect(/<noscript>[\s\S]*<\/noscript>/.exec(page)![0]).toContain(`<p lang="${locale}"`)
})

it('says so if it takes long, and offers a retry', () => {
  open(['en'])
  vi.advanceTimersByTime(10_000)
  expect(words()).toContain('still loading')
  expect(document.querySelector('button')?.textContent).toBe('Try again')
})

it('says so if the app, or what it needs to start, does not load', () => {
  open(['en'])
  const module = document.createElement('script')
  module.type = 'module'
  document.body.append(module)
  module.dispatchEvent(new Event('error'))
  expect(words(), 'the app asks once more for what runs by itself').toContain('Loading')
  module.async = false
  module.dispatchEvent(new Event('error'))
  expect(words()).toContain('could not be loaded')
  open(['en'])
  window.dispatchEvent(new Event('start-failed'))
  expect(words()).toContain('could not be loaded')
  vi.advanceTimersByTime(60_000)
  expect(words()).toContain('could not be loaded')
})

it('says nothing of its own once the app is there', () => {
  open(['en'])
  document.getElementById('root')!.innerHTML = '<h1>Dashboard</h1>'
  vi.advanceTimersByTime(10_000)
  expect(document.getElementById('root')!.textContent).toBe('Dashboard')
})

describe('what is requested for the first screen while the app loads', () => {
  const asked: { path: string; language: string }[] = []
  const answerWith = (answer: () => Promise<Response>) =>
    vi.stubGlobal('fetch', (path: string, { headers }: { headers: Record<string, string> }) => {
      asked.push({ path, language: headers['Accept-Language']! })
      return answer()
    })
  const settle = () => vi.advanceTimersByTimeAsync(1)
  const account = async () => new Response(JSON.stringify({ language: 'fr' }))
  const at = (address: string) => {
    asked.splice(0)
    delete window.earlyAnswers
    open(['de'], address.slice(1))
  }
  afterEach(() => {
    vi.unstubAllGlobals()
    window.localStorage.clear()
    delete window.earlyAnswers
  })

  it('is the user and the hives, then alarms, in the user’s language if the device does not know it yet', async () => {
    answerWith(account)
    at('/dashboard')
    await settle()
    expect(asked).toEqual([
      { path: '/api/user/ping', language: 'de' },
      { path: '/api/dashboard', language: 'de' },
      { path: '/api/alarm?open=1', language: 'fr' },
      { path: '/api/dashboard', language: 'fr' },
    ])
    expect(window.earlyAnswers!['/api/dashboard']!.locale).toBe('fr')
    window.localStorage.setItem('hivewatch.user', '{}')
    for (const address of ['/dashboard?lang=de', '/']) {
      at(address)
      await settle()
      expect(asked.map(({ language }) => language)).toEqual(['de', 'de', 'de'])
    }
  })

  it('is the user for screens of hives, and then the parts of these screens', async () => {
    const map = document.createElement('script')
    map.type = 'importmap'
    const texts = ['de', 'fr'].map((locale) => [`/assets/texts-${locale}-start-AAAAAAA.js`, `/${locale}.js`])
    map.text = JSON.stringify({
      imports: { '/assets/hives-AAAAAAA.js': '/assets/hives-BBBBBBB.js', ...Object.fromEntries(texts) },
    })
    document.head.append(map)
    /** The scripts that run by themselves, and those that are only preloaded. */
    const files = () =>
      [...document.querySelectorAll('script[type=module], [rel=modulepreload]')].map((part) => {
        part.remove()
        return part.getAttribute('src') ?? { only: part.getAttribute('href') }
      })
    answerWith(async () => new Response('{}', { status: 401 }))
    at('/timeline')
    await settle()
    expect(asked.map(({ path }) => path)).toEqual(['/api/user/ping'])
    expect(files()).toEqual([{ only: '/de.js' }])
    answerWith(account)
    at('/timeline')
    await settle()
    expect(asked.map(({ path }) => path)).toEqual(['/api/user/ping'])
    expect(files()).toEqual([{ only: '/de.js' }, '/assets/hives-BBBBBBB.js', { only: '/fr.js' }])
    window.localStorage.setItem('hivewatch.user', '{}')
    at('/timeline')
    expect(files()).toEqual(['/assets/hives-BBBBBBB.js', { only: '/de.js' }])
    map.remove()
  })

  it('is nothing more if nobody is signed in, or no answer comes', async () => {
    for (const answer of [
      async () => new Response('{}', { status: 401 }),
      async () => new Response('<html>'),
      () => Promise.reject(new TypeError('Failed to fetch')),
    ]) {
      answerWith(answer)
      at('/dashboard')
      await settle()
      expect(asked.map(({ path }) => path)).toEqual(['/api/user/ping', '/api/dashboard'])
    }
  })

  it('is drawn if the app is not there soon', async () => {
    const user = { language: 'de' }
    answerWith(async () => new Response(JSON.stringify(user)))
    const show = vi.fn()
    const openAt = async (milliseconds: number) => {
      const clock = vi.spyOn(performance, 'now').mockReturnValue(milliseconds)
      at('/dashboard')
      window.showHives = show
      await settle()
      clock.mockRestore()
    }
    await openAt(400)
    await vi.advanceTimersByTimeAsync(1000)
    expect(show).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(show.mock.calls).toEqual([[user, user, 'de']])
    await openAt(2000)
    expect(show).toHaveBeenCalledTimes(2)
    await openAt(400)
    // the app has begun
    window.showHives = undefined
    await vi.advanceTimersByTimeAsync(2000)
    expect(show).toHaveBeenCalledTimes(2)
  })

  it('stays if the app does not load, with a message below it', async () => {
    const hives = [{ name: 'Waldrand', access: 'own', scales: [] }]
    const user = { userId: 7, language: 'de', acting: null, profile: { country: 'CH' } }
    vi.stubGlobal('HTMLScriptElement', { supports: () => true })
    vi.stubGlobal('fetch', async (path: string) => new Response(JSON.stringify(/ping/.test(path) ? user : hives)))
    at('/dashboard')
    await vi.advanceTimersByTimeAsync(1500)
    window.dispatchEvent(new Event('start-failed'))
    const text = document.getElementById('early-picture')!.textContent
    expect(text).toMatch(/Heute.*Waldrand.*Die App konnte nicht geladen werden.*Noch einmal versuchen/)
  })

  it('is not the answer for a signed-out visitor, who may sign in soon', async () => {
    const told: Response[] = []
    answerWith(async () => told[told.push(new Response('{}', { status: 401 })) - 1]!)
    at('/dashboard')
    await settle()
    expect(Object.keys(window.earlyAnswers!)).toEqual(['/api/user/ping'])
    expect(
      told.map(({ bodyUsed }) => bodyUsed),
      'what nobody reads keeps no connection',
    ).toEqual([false, true])
  })

  it('does not keep the connection of an answer in another language open', async () => {
    const told: Response[] = []
    answerWith(async () => told[told.push(await account()) - 1]!)
    at('/dashboard')
    await settle()
    const [who, inGerman, alarms, hives] = told
    expect([who, inGerman, alarms, hives].map((one) => one!.bodyUsed)).toEqual([false, true, false, false])
    expect(await window.earlyAnswers!['/api/dashboard']!.answer).toBe(hives)
  })

  it('is nothing on other pages, for a device that knows nobody, and while a sign-out is still owed', async () => {
    answerWith(account)
    at('/')
    expect(asked).toEqual([])
    at('/shared/timeline?token=x')
    expect(asked).toEqual([])
    window.localStorage.setItem('hivewatch.sign-outs-owed', '["x"]')
    at('/dashboard')
    expect(asked).toEqual([])
    expect(window.earlyAnswers).toBeUndefined()
  })
})

describe('the form to type into until the app has loaded', () => {
  const early = () => document.querySelector<HTMLFormElement>('#early-form')
  const settings = (content: object) => {
    document.head.innerHTML = `<meta name="hivewatch" content='${JSON.stringify(content)}'>`
  }
  beforeEach(() => {
    settings({ demo: null })
    vi.stubGlobal('HTMLScriptElement', { supports: () => true })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    document.head.innerHTML = ''
    window.localStorage.clear()
  })

  it.each(locales)('has the words of the app in %s', async (locale) => {
    const words = (await import(`../locales/${locale}/session.json`, { with: { type: 'json' } })).default
    open([locale])
    const [email, password] = early()!.querySelectorAll('label')
    expect(early()!.querySelector('h1')?.textContent).toBe(words['session.signIn'])
    expect(early()!.querySelector('h1 + p')?.textContent).toBe(words['session.lead'])
    expect(email!.textContent).toBe(words['session.email'])
    expect(password!.textContent).toBe(words['session.password'])
    expect(early()!.querySelector('button')?.textContent).toBe(words['session.signIn'])
  })

  it('is submitted only by the app, and says below what is being waited for', () => {
    open(['en'])
    const event = new Event('submit', { cancelable: true })
    early()!.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
    expect(early()!.dataset.sent).toBe('')
    window.dispatchEvent(new Event('start-failed'))
    expect(early()!.textContent).toContain('could not be loaded')
    expect(early()!.textContent).toContain('Try again')
  })

  it('is missing where something else comes first', () => {
    window.localStorage.setItem('hivewatch.user', '{}')
    open(['en'])
    expect(early()).toBeNull()
    window.localStorage.clear()
    open(['en'], 'shop')
    expect(early()).toBeNull()
    settings({ demo: { email: 'demo@example.org', password: 'demo' } })
    open(['en'])
    expect(early()).toBeNull()
    settings({ demo: null })
    vi.stubGlobal('HTMLScriptElement', { supports: () => false })
    open(['en'])
    expect(early()).toBeNull()
  })
})

it('is ES5', () => {
  expect(script).not.toMatch(/=>|`|\b(?:let|const|class|async|await|import)\b\s|\?\.|\?\?|\.\.\./)
})
