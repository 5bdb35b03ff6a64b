import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { viewerOf } from '../../people/accounts/viewer-of.ts'
import { currentRequest, followRequest } from '../../platform/http/current-request.ts'
import type { Env, SignedIn } from '../../platform/http/env.ts'
import { requireScale } from '../scales/visible-scales.ts'
import { requireController } from './visible-controllers.ts'

let app: TestApp
let accounts: Record<'owner' | 'administrator', SignedIn>
let controllerId: number
let scaleId: number

beforeAll(async () => {
  app = await createTestApp()
  const anna = await app.signIn('anna@example.org')
  const admin = await app.signIn('admin@example.org', { admin: true })
  const signedIn = async ({ accountId }: Client) => (await viewerOf(app.deps, accountId))!
  accounts = { owner: await signedIn(anna), administrator: await signedIn(admin) }
  controllerId = (await app.claim(anna)).id
  scaleId = await app.addScale(anna, controllerId)
})
afterAll(() => app.close())

/** Whether a request in which this is done counts as an administrator's change of somebody else's data, and so cannot go unrecorded. */
async function isMarked(act: () => Promise<unknown>): Promise<boolean> {
  const server = new Hono<Env>().use(followRequest(app.deps)).post('/', async (c) => {
    await act()
    return c.json(currentRequest()?.isAdministration)
  })
  return (await server.request('/', { method: 'POST' })).json()
}

describe.each([
  ['owner', 'write', false],
  ['administrator', 'read', false],
  ['administrator', 'write', true],
] as const)('the %s who may %s', (who, right, marks) => {
  test(`${marks ? 'marks' : 'does not mark'} the request`, async () => {
    expect(await isMarked(() => requireController(app.db, accounts[who], controllerId, right))).toBe(marks)
    expect(await isMarked(() => requireScale(app.db, accounts[who], scaleId, right))).toBe(marks)
  })
})
