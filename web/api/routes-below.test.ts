import { expect, test } from 'vitest'
import { routesBelow } from './routes-below.ts'

// biome-ignore lint/suspicious/noExplicitAny: untyped at run time; the types come from the server's routes
const routes = routesBelow('/api', async (address, init) => ({ address, init }) as never) as any

test('a route is called by its names and its method', async () => {
  expect(await routes.controller.$get()).toEqual({ address: '/api/controller', init: { method: 'GET', headers: {} } })
})

test('parameters go to their places, whatever they contain', async () => {
  const { address } = await routes.scale[':scaleId'].note[':noteId{[0-9]+}'].$delete({
    param: { scaleId: '7/../8?x', noteId: '3' },
  })
  expect(address).toBe('/api/scale/7%2F..%2F8%3Fx/note/3')
})

test('a query leaves out missing values and repeats lists', async () => {
  const { address } = await routes.alarm.$get({
    query: { open: '1', before: undefined, type: ['swarm', 'a&b'], none: [] },
  })
  expect(address).toBe('/api/alarm?open=1&type=swarm&type=a%26b')
})

test('the body is JSON, even if it is empty, and the request can be aborted', async () => {
  const { signal } = new AbortController()
  const { init } = await routes.rule.$post({ json: null }, { init: { signal } })
  expect(init).toEqual({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: 'null', signal })
})

test('is not a promise', async () => {
  expect(await routes.controller).toBeTypeOf('function')
})
