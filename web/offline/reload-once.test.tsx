import { expect, test } from 'vitest'
import { reloadOnMissingParts, withoutReload } from './reload-once.ts'

test('a part that a page can do without fails without a reload, which would lose what was entered', async () => {
  reloadOnMissingParts()
  const lost = new TypeError('Failed to fetch dynamically imported module: /assets/position-map.js')
  const load = async () => {
    // as Vite tells of it
    window.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: lost }))
    throw lost
  }
  await expect(withoutReload(load)).rejects.toBe(lost)
  expect(window.sessionStorage.length).toBe(0)
})
