import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { createApp } from '../../app.ts'
import { createLogger } from '../runtime/logger.ts'

let app: TestApp
let lines: { method: string; route: string; status: number; ms: number }[]
let ask: (path: string, init?: RequestInit) => Promise<Response>

beforeAll(async () => {
  app = await createTestApp()
  lines = []
  const logger = createLogger('debug', { write: (line) => void lines.push(JSON.parse(line)) })
  const logged = createApp({ ...app.deps, logger })
  ask = async (path, init) => logged.request(path, init)
})
afterAll(() => app.close())

it.each<[string, RequestInit, string, number]>([
  ['/api/controller/7', {}, '/api/controller/:id', 401],
  ['/api/user/passwordReset/check?token=geheim', {}, '/api/user/passwordReset/check', 404],
  ['/api/controller/watches/ab12', { method: 'DELETE' }, '/api/controller/watches/:code', 401],
  ['/api/nowhere', {}, '/api/*', 404],
  ['/healthz', {}, '/healthz', 200],
])('%s is logged as its route', async (path, init, route, status) => {
  lines.length = 0
  expect((await ask(path, init)).status).toBe(status)
  expect(lines).toEqual([
    expect.objectContaining({ method: init.method ?? 'GET', route, status, ms: expect.any(Number) }),
  ])
})
