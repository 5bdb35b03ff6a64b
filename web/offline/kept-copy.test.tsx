import type { QueryClient } from '@tanstack/react-query'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'

const scales = (names: string[]) => ({ queryKey: ['scale'], queryFn: async () => names })

/** Simulates a freshly opened page; `account` opens its cached answers. */
async function openPage(account = 1) {
  vi.resetModules()
  const page = { ...(await import('./query-cache.ts')), ...(await import('./kept-copy.ts')) }
  const client: QueryClient = page.createQueryClient()
  await page.openQueryCache(account, client)
  const ask = async (names: string[]) => {
    client.removeQueries()
    await client.fetchQuery({ ...scales(names), ...page.keptOffline })
    await expect.poll(() => page.readCopy()).toContain(names[0])
  }
  return { ...page, client, ask, shown: () => client.getQueryData(['scale']) }
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  window.localStorage.clear()
})

test('answers survive if the browser is killed before it has written its storage', async () => {
  await (await openPage()).ask(['Linde'])
  window.localStorage.clear()
  expect((await openPage()).shown()).toEqual(['Linde'])
})

test('if both copies exist, the newer one is used', async () => {
  const page = await openPage()
  await page.ask(['Linde'])
  const older = { ...window.localStorage }
  await page.ask(['Eiche'])
  Object.assign(window.localStorage, older)
  const { shown } = await openPage()
  await expect.poll(() => shown()).toEqual(['Eiche'])
})

test('a copy that is read late does not have the answers refetched that have come since', async () => {
  await (await openPage()).ask(['Linde'])
  const { client, keptOffline, readCopy } = await openPage()
  const isDue = () => client.getQueryState(['scale'])?.isInvalidated
  expect(isDue()).toBe(true)
  client.setQueryDefaults(['scale'], keptOffline)
  client.setQueryData(['scale'], ['Eiche'], { updatedAt: Date.now() + 1000 })
  await readCopy()
  await readCopy()
  expect(isDue()).toBe(false)
})

test('another account finds nothing, and leaves nothing of the first', async () => {
  await (await openPage()).ask(['Linde'])
  window.localStorage.clear()
  const other = await openPage(2)
  expect(other.shown()).toBeUndefined()
  await expect.poll(() => other.readCopy()).toBeUndefined()
})

test('a sign-out removes the copy, even if the page is gone', async () => {
  const page = await openPage()
  await page.ask(['Linde'])
  page.wipeQueryCache(page.client)
  await expect.poll(() => page.readCopy()).toBeUndefined()
  await page.writeCopy('left behind')
  window.localStorage.setItem('hivewatch.wipe-owed', 'all')
  const { payOwedWipe } = await import('./wipe-device.ts')
  await payOwedWipe()
  expect(await page.readCopy()).toBeUndefined()
})

test.each([
  ['is missing', undefined],
  [
    'refuses',
    {
      open: () => {
        throw new DOMException('no', 'SecurityError')
      },
    },
  ],
])('a database that %s does not keep anybody from their answers', async (_, database) => {
  vi.stubGlobal('indexedDB', database)
  const page = await openPage()
  await page.client.fetchQuery({ ...scales(['Linde']), ...page.keptOffline })
  await expect.poll(() => window.localStorage.getItem('hivewatch.queries')).toContain('Linde')
  expect((await openPage()).shown()).toEqual(['Linde'])
})
