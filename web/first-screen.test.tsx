import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { firstScreenIsReady } from './first-screen.ts'

const never = new Promise<void>(() => {})

function routerThatWaitsFor(answer: Promise<void>) {
  const root = createRootRoute()
  const today = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: () => answer })
  return createRouter({ routeTree: root.addChildren([today]), history: createMemoryHistory() })
}

test('the first thing rendered is the screen itself, not a placeholder', async () => {
  let say: () => void
  const router = routerThatWaitsFor(new Promise((resolve) => (say = resolve)))
  const order: string[] = []
  const ready = firstScreenIsReady(router, never).then(() => order.push('ready'))
  order.push('answered')
  say!()
  await ready
  expect(order).toEqual(['answered', 'ready'])
  expect(router.state.status).toBe('idle')
})

test('if the screen does not come, the app says what it is waiting for', async () => {
  const router = routerThatWaitsFor(never)
  await firstScreenIsReady(router, Promise.resolve())
  expect(router.state.status).toBe('pending')
})
