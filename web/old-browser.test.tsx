import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { oldestBrowsers } from './oldest-browsers.ts'

const script = readFileSync(path.join(import.meta.dirname, 'public/old-browser.js'), 'utf8')

const spies: { mockRestore(): void }[] = []

/** Runs the script as a browser would that has `importmap` or not, and reads `languages`. */
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
  new Function(script)()
}
const told = () => document.getElementById('too-old')
const fail = () =>
  window.dispatchEvent(new ErrorEvent('error', { error: new SyntaxError('Invalid regular expression') }))

afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

it('says which browsers work where the app cannot be read, in the language of the browser', () => {
  start({ languages: ['pt-BR', 'fr-CH', 'de'] })
  expect(told()).toBeNull()
  fail()
  fail()
  expect(document.querySelectorAll('#too-old')).toHaveLength(1)
  expect(told()?.lang).toBe('fr')
  for (const version of Object.values(oldestBrowsers)) expect(told()?.textContent).toContain(version)
})

it('says it at once where there are no modules, in German where no language is known', () => {
  start({ hasModules: false, languages: ['pt-BR'] })
  expect(told()?.lang).toBe('de')
})

it('says nothing where the browser is young enough, or the app is there', () => {
  start({ isOld: false })
  fail()
  expect(told()).toBeNull()
  start()
  document.getElementById('root')!.innerHTML = '<h1>Dashboard</h1>'
  fail()
  expect(told()).toBeNull()
})

it('is ES5: nothing in it is younger than the browsers it speaks to', () => {
  expect(script).not.toMatch(/=>|`|\b(?:let|const|class|async|await|import)\b\s|\?\.|\?\?|\.\.\./)
  expect(script.match(/Safari 16\.4|Chrome 111|Firefox 115/g)).toHaveLength(12)
})
