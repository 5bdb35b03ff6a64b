import { expect, test, vi } from 'vitest'
import { showForm } from '../ui/form/shown-forms.ts'
import { isMissingPart, MissingPart, reloadOnMissingParts, withoutReload, withReload } from './reload-once.ts'

test('a part that a page can do without fails without a reload, which would lose what was entered', async () => {
  reloadOnMissingParts()
  const lost = new TypeError('Failed to fetch dynamically imported module: /assets/position-map.js')
  const load = async () => {
    // the way Vite reports it
    window.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: lost }))
    throw lost
  }
  await expect(withoutReload(load)).rejects.toMatchObject({ cause: lost })
  expect(window.sessionStorage.length).toBe(0)
})

test('a part still missing after the reload is reported, with an error that the router, which would reload each time, does not recognize', async () => {
  window.sessionStorage.setItem('hivewatch.reloaded', '')
  const lost = new TypeError('Failed to fetch dynamically imported module: /assets/texts-de-first.js')
  const loaded = withReload(async () => {
    window.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: lost }))
    throw lost
  })
  await expect(loaded).rejects.toSatisfy(
    (error) => error instanceof MissingPart && error.cause === lost && !error.message.startsWith('Failed to fetch'),
  )
  expect(Object.keys(window.sessionStorage)).toEqual(['hivewatch.reloaded'])
})

test('a missing part does not reload a page in which somebody is typing', () => {
  window.sessionStorage.clear()
  document.body.innerHTML = '<form><input name="notes"></form>'
  const { leave } = showForm(document.querySelector('form')!)
  document.querySelector('input')!.value = 'fed 5 kg'
  document.querySelector('input')!.dispatchEvent(new Event('input', { bubbles: true }))
  window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  expect(window.sessionStorage.length).toBe(0)
  leave()
})

test('a missing part does not reload a page without a network, which might not come back', () => {
  window.sessionStorage.clear()
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  expect(window.sessionStorage.length).toBe(0)
  network.mockRestore()
})

test.each([
  'Failed to fetch dynamically imported module: https://hive.test/assets/hive-table-a.js',
  'error loading dynamically imported module: https://hive.test/assets/hive-table-a.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/charts-a.css',
])('%s is recognized as a missing part', (words) => {
  expect(isMissingPart(new TypeError(words))).toBe(true)
  expect(isMissingPart(new TypeError('Failed to fetch'))).toBe(false)
})
