import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { locales } from '#domain/platform/locale.ts'
import { oldestBrowsers } from './oldest-browsers.ts'

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')
const script = read('public/old-browser.js')
const [page, shown] = [read('index.html'), /<script>(\s*\/\/ what the app is not made for[\s\S]*?)<\/script>/]
const inline = /function isOld\(\) \{[\s\S]*?\n {6}\}\n/.exec(page)![0] + shown.exec(page)![1]!

const spies: { mockRestore(): void }[] = []
let listening: AbortController

beforeEach(() => {
  vi.useFakeTimers()
  listening = new AbortController()
  const listen = window.addEventListener.bind(window)
  const untilTheEnd = (type: string, heard: EventListener, capture?: boolean) =>
    listen(type, heard, { capture: capture ?? false, signal: listening.signal })
  spies.push(vi.spyOn(window, 'addEventListener').mockImplementation(untilTheEnd as typeof window.addEventListener))
})

/** Runs the script as a browser with or without import maps would, with the given `languages`. */
function start({ isOld = true, hasModules = true, languages = ['en-GB'] } = {}) {
  document.body.innerHTML = '<div id="root"></div>'
  vi.stubGlobal(
    'HTMLScriptElement',
    Object.assign(() => {}, { supports: () => !isOld }),
  )
  spies.push(vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages))
  const create = document.createElement.bind(document)
  const made = (tag: string) =>
    tag === 'script' ? ((hasModules ? { noModule: false } : {}) as HTMLElement) : create(tag)
  spies.push(vi.spyOn(document, 'createElement').mockImplementation(made))
  const asked: HTMLScriptElement[] = []
  const append = document.body.appendChild.bind(document.body)
  const take = <Part extends Node>(part: Part) => {
    if (part instanceof Node) return append(part)
    asked.push(part as HTMLScriptElement)
    return part
  }
  spies.push(vi.spyOn(document.body, 'appendChild').mockImplementation(take))
  new Function(inline)()
  if (asked[0]?.src === '/old-browser.js') new Function(script)()
}
const told = () => document.getElementById('too-old')
const fail = () =>
  window.dispatchEvent(new ErrorEvent('error', { error: new SyntaxError('Invalid regular expression') }))

afterEach(() => {
  // from here on, whatever it listens to belongs to another test
  listening.abort()
  vi.useRealTimers()
  for (const spy of spies.splice(0)) spy.mockRestore()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
  Reflect.deleteProperty(window, 'startFailed')
})

it.each(locales)('has its own texts in %s', (locale) => {
  start({ languages: [locale] })
  fail()
  expect(told()?.lang, `add ${locale} to web/public/old-browser.js`).toBe(locale)
})

it('says which browsers work if the app cannot be parsed, in the language of the browser', () => {
  start({ languages: ['pt-BR', 'fr-CH', 'de'] })
  expect(told()).toBeNull()
  fail()
  fail()
  expect(document.querySelectorAll('#too-old')).toHaveLength(1)
  expect(told()?.lang).toBe('fr')
  for (const version of Object.values(oldestBrowsers)) expect(told()?.textContent).toContain(version)
})

it('says it at once if there are no modules, in German if no language is known', () => {
  start({ hasModules: false, languages: ['pt-BR'] })
  expect(told()?.lang).toBe('de')
})

/** Makes a part of the page fail to load. */
function lose(part: HTMLElement) {
  document.body.append(part)
  part.dispatchEvent(new Event('error'))
}

it.each([
  ['before', true],
  ['after', false],
])('says it at once if the app cannot be loaded, %s the words were there', (_, before) => {
  const app = () => Object.assign(document.createElement('b'), { type: 'module' })
  start()
  if (before) {
    lose(app())
    expect(Reflect.get(window, 'startFailed')).toBe(true)
    new Function(script)()
  } else lose(app())
  expect(told()).not.toBeNull()
})

it('says nothing if only a picture is missing', () => {
  start()
  lose(document.createElement('img'))
  expect([told(), Reflect.get(window, 'startFailed')]).toEqual([null, undefined])
})

it('says nothing if the app is there after all', () => {
  start()
  document.getElementById('root')!.innerHTML = '<h1>Dashboard</h1>'
  fail()
  expect(told()).toBeNull()
})

it('is ES5: it uses nothing newer than the browsers it is for', () => {
  expect(script + inline).not.toMatch(/=>|`|\b(?:let|const|class|async|await|import)\b\s|\?\.|\?\?|\.\.\./)
  expect(script.match(/Safari 16\.4|Chrome 111|Firefox 115/g)).toHaveLength(12)
})

it('says so if the app failed before the words were there', () => {
  Object.assign(window, { startFailed: true })
  start()
  expect(told()).not.toBeNull()
})

it('is not even requested if the browser is new enough', () => {
  Object.assign(window, { startFailed: true })
  start({ isOld: false })
  expect(told()).toBeNull()
})
