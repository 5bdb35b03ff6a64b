import { expect, it } from 'vitest'
import { dropForeign, isOurs, keepsOurs } from './is-ours.ts'

const answer = (type: string | undefined, body = '', status = 200) =>
  new Response(body, { status, headers: type === undefined ? {} : { 'content-type': type } })
const shell = '<!doctype html><head><meta name="hivewatch" content="{}" /></head>'
const hotspot = '<!doctype html><title>Welcome to our WLAN</title>'

it.each([
  ['/index.html', answer('text/html; charset=utf-8', shell), true],
  ['/index.html', answer('text/html', hotspot), false],
  ['/index.html', answer('text/plain', shell), false],
  ['/assets/shop-auX1GTZ-.js', answer('text/javascript'), true],
  ['/assets/shop-auX1GTZ-.js', answer('text/html', hotspot), false],
  ['/assets/shop-auX1GTZ-.css', answer('Text/HTML;charset=utf-8', hotspot), false],
  ['/assets/base-map-auX1GTZ-.json', answer('application/json'), true],
  ['/icons/hivewatch.svg', answer('image/svg+xml'), true],
  ['/icons/hivewatch.svg', answer(undefined), true],
  ['/assets/shop-auX1GTZ-.js', answer('text/javascript', '', 206), false],
  ['/assets/shop-auX1GTZ-.js', answer('text/javascript', '', 404), false],
])('%s answered with %o is ours: %s', async (path, response, expected) => {
  expect(await isOurs(path, response)).toBe(expected)
  const request = new Request(`https://hive.test${path}?v=1`)
  expect(await keepsOurs.cacheWillUpdate({ request, response })).toBe(expected ? response : null)
})

it('a response that was checked can still be stored', async () => {
  const response = answer('text/html', shell)
  await isOurs('/index.html', response)
  expect(await response.text()).toBe(shell)
})

it('anything stored in place of the app is dropped, and the rest stays', async () => {
  const kept = new Map([
    ['https://hive.test/index.html?__WB_REVISION__=1', answer('text/html', hotspot)],
    ['https://hive.test/assets/shop-auX1GTZ-.js', answer('text/html', hotspot)],
    ['https://hive.test/assets/index-auX1GTZ-.js', answer('text/javascript')],
  ])
  await dropForeign({
    keys: async () => [...kept.keys()].map((url) => new Request(url)),
    match: async (request: Request) => kept.get(request.url),
    delete: async (request: Request) => kept.delete(request.url),
  } as unknown as Cache)
  expect([...kept.keys()]).toEqual(['https://hive.test/assets/index-auX1GTZ-.js'])
})
