import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApi } from '../../server/app.ts'
import { type Client, createTestApp, type TestApp } from '../support/server/test-app.ts'
import { permissions } from './permissions-table.ts'

/** What may be called without a session, according to `permissions-table.ts`. */
const { device, download, script, link } = permissions
const publicRoutes = new Set(Object.keys({ ...permissions.public, ...device, ...download, ...script, ...link }))

let app: TestApp
let anna: Client
let routes: { method: string; path: string }[]

beforeAll(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  routes = createApi(app.deps).routes.filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'))
})
afterAll(() => app.close())

const named = () => [...new Set(routes.map(({ method, path }) => `${method} ${path}`))]
const called = (path: string) => path.replace('/api', '').replaceAll(/:\w+/g, '1')

describe('every route', () => {
  it('that changes something refuses a request from another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    for (const name of named().filter((route) => !route.startsWith('GET ') && !(route in permissions.device))) {
      const [method, path] = name.split(' ') as [string, string]
      const { status, body } = await (method === 'DELETE'
        ? anna.delete(called(path), headers)
        : anna.post(called(path), {}, headers))
      expect({ status, code: body.code }, name).toEqual({ status: 403, code: 'cross_origin' })
    }
  })

  it('is in the description of the API', async () => {
    const { body } = await app.nobody.get('/openapi.json')
    const described = Object.entries<Record<string, { responses?: object; summary?: string }>>(body.paths).flatMap(
      ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const expected = named().map((name) => name.replaceAll(/:(\w+)/g, '{$1}'))
    expect(described.sort()).toEqual(expected.sort())
  })

  it('says in the description whether it needs a session', async () => {
    const { body } = await app.nobody.get('/openapi.json')
    expect(body.security).toEqual([{ session: [] }])
    const operations = Object.entries<Record<string, { security?: object[] }>>(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { security }]) => ({ name: `${method.toUpperCase()} ${path}`, security })),
    )
    const isOpen = (security?: object[]) => security !== undefined && !security.some((one) => 'session' in one)
    const open = operations.filter(({ security }) => isOpen(security)).map(({ name }) => name)
    const named = [...publicRoutes].map((name) => name.replaceAll(/:(\w+)/g, '{$1}'))
    expect(open.sort()).toEqual(named.sort())
    const withShare = operations.filter(({ security }) => security?.some((one) => 'shareToken' in one))
    expect(withShare.map(({ name }) => name).sort()).toEqual(['GET /api/share/view', 'GET /api/timeline'])
  })
})

describe('the description of the API', () => {
  it('contains the schemas that check the requests', async () => {
    const { body } = await app.nobody.get('/openapi.json')
    const { schemas } = body.components
    const sent = body.paths['/api/user/login'].post.requestBody.content['application/json'].schema
    expect(sent).toEqual({ $ref: '#/components/schemas/LoginBody' })
    const login = schemas.LoginBody
    expect(login.required).toEqual(['email', 'password'])
    expect(login.properties.password.pattern).toBe('^[0-9a-f]{64}$')
    const refused = body.paths['/api/scale'].post.responses.default
    expect(refused).toEqual({ $ref: '#/components/responses/Error' })
    expect(schemas.ErrorReply.properties.code).toEqual({ $ref: '#/components/schemas/ErrorCode' })
    expect(schemas.ErrorCode.enum).toContain('combination_exists')
  })

  it('describes the layout of a timeline’s tiles', async () => {
    const { body } = await app.nobody.get('/openapi.json')
    expect(body.paths['/api/timeline'].get.responses['200'].description).toContain('function decodeTile(bytes)')
  })
})
