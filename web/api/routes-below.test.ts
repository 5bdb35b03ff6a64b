import { expect, test } from 'vitest'
import { routesBelow } from './routes-below.ts'

// biome-ignore lint/suspicious/noExplicitAny: what it is at run time; its types are those of the server's routes
const routes = routesBelow('/api', async (address, init) => ({ address, init }) as never) as any

test('a route is asked by its names and its method', async () => {
  expect(await routes.controller.$get()).toEqual({ address: '/api/controller', init: { method: 'GET', headers: {} } })
})

test('parameters stand in their places, whatever is in them', async () => {
  const { address } = await routes.scale[':scaleId'].note[':noteId{[0-9]+}'].$delete({
    param: { scaleId: '7/../8?x', noteId: '3' },
  })
  expect(address).toBe('/api/scale/7%2F..%2F8%3Fx/note/3')
})

test('a query leaves out what is not given, and repeats what is a list', async () => {
  const { address } = await routes.alarm.$get({
    query: { open: '1', before: undefined, type: ['swarm', 'a&b'], none: [] },
  })
  expect(address).toBe('/api/alarm?open=1&type=swarm&type=a%26b')
})

test('what is sent is JSON, also nothing, and may be ended', async () => {
  const { signal } = new AbortController()
  const { init } = await routes.rule.$post({ json: null }, { init: { signal } })
  expect(init).toEqual({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: 'null', signal })
})

test('is no promise', async () => {
  expect(await routes.controller).toBeTypeOf('function')
})
