import { gunzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiExamples } from '../../server/platform/http/schemas/api-examples.ts'
import { createApiSchemas } from '../support/server/api-schemas.ts'
import { createTestApp, type TestApp } from '../support/server/test-app.ts'

const BYTES_MAXIMUM = 285_000

type Media = { schema?: { [key: string]: unknown }; example?: unknown }
type Described = { description?: string; content?: Record<string, Media> }
type Operation = {
  operationId: string
  summary?: string
  tags?: string[]
  parameters?: { in: string; name: string; required?: boolean; schema: { [key: string]: unknown }; example?: unknown }[]
  requestBody?: Described
  responses: Record<string, Described>
}

let app: TestApp
// biome-ignore lint/suspicious/noExplicitAny: the tests check what it is
let description: any
let operations: { name: string; path: string; operation: Operation }[]

beforeAll(async () => {
  app = await createTestApp()
  description = (await app.nobody.get('/openapi.json')).body
  operations = Object.entries<Record<string, Operation>>(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method} ${path}`,
      path,
      operation: { ...operation, parameters: (operation.parameters ?? []).map(resolved) },
    })),
  )
})
afterAll(() => app.close())

type Parameter = NonNullable<Operation['parameters']>[number]
const resolved = (parameter: Parameter & { $ref?: string }): Parameter =>
  parameter.$ref ? description.components.parameters[parameter.$ref.split('/').at(-1)!] : parameter

const mediaOf = ({ requestBody, responses }: Operation) =>
  [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}))

describe('the description of the API', () => {
  it('is OpenAPI 3.1', async () => {
    const linter = new Validator()
    const { valid, errors } = await linter.validate(structuredClone(description))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    expect(linter.version).toBe('3.1')
  })

  it('has schemas of draft 2020-12 that ajv accepts in strict mode', () => {
    const { compile } = createApiSchemas(description)
    for (const { name, operation } of operations) {
      const all = [
        ...mediaOf(operation).map(({ schema }) => schema),
        ...(operation.parameters ?? []).map((one) => one.schema),
      ]
      for (const schema of all) if (schema) expect(() => compile(schema), name).not.toThrow()
    }
    for (const name of Object.keys(description.components.schemas)) {
      expect(() => compile({ $ref: `#/components/schemas/${name}` }), name).not.toThrow()
    }
    const shared = description.components.parameters as Record<string, { schema: { [key: string]: unknown } }>
    for (const [name, { schema }] of Object.entries(shared)) expect(() => compile(schema), name).not.toThrow()
  })

  it('names every operation once, with a summary, a tag and its parameters', () => {
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
    for (const { name, path, operation } of operations) {
      expect(operation.operationId, name).toMatch(/^[a-z]+[A-Z]\w*$/)
      expect({ summary: typeof operation.summary, tags: operation.tags?.length }, name).toEqual({
        summary: 'string',
        tags: 1,
      })
      const named = (operation.parameters ?? []).filter((one) => one.in === 'path').map((one) => one.name)
      expect(named.sort(), name).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, word]) => word).sort())
      expect(
        Object.keys(operation.responses).some((status) => /^[23]/.test(status)),
        name,
      ).toBe(true)
    }
  })

  it('has examples that match their schemas', () => {
    const { compile } = createApiSchemas(description)
    for (const [noun, example] of Object.entries(apiExamples)) {
      expect(description.components.schemas[noun]?.examples, `${noun} is in the description`).toEqual([example])
      const validate = compile({ $ref: `#/components/schemas/${noun}` })
      expect(validate(example) ? [] : validate.errors, noun).toEqual([])
    }
    for (const { name, operation } of operations) {
      for (const { schema, example } of mediaOf(operation)) {
        if (example === undefined || !schema) continue
        const validate = compile(schema)
        expect(validate(example) ? [] : validate.errors, name).toEqual([])
      }
    }
  })

  it('has an example of each document that is sent', () => {
    for (const { name, operation } of operations) {
      const { schema, example } = operation.requestBody?.content?.['application/json'] ?? {}
      if (!schema || example !== undefined) continue
      const noun = String(schema.$ref).split('/').at(-1)!
      expect(
        (description.components.schemas[noun] as { examples?: unknown[] } | undefined)?.examples,
        `${name}: ${noun} in api-examples.ts`,
      ).toHaveLength(1)
    }
  })

  it('contains each noun once', () => {
    for (const noun of ['Scale', 'Controller', 'Alarm', 'Reading', 'Intervention', 'ErrorReply', 'ErrorCode']) {
      expect(description.components.schemas, noun).toHaveProperty(noun)
    }
  })

  it('describes what a transmitter sends and gets, and what a job gets', () => {
    const { post } = description.paths['/api/ingest']
    expect(post.responses['200'].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/IngestReply',
    })
    const body = post.requestBody.content['application/json'].schema
    expect(body.properties.readings.items).toEqual({ $ref: '#/components/schemas/Reading' })
    for (const format of ['beep', 'ttn', 'csv']) {
      expect(description.paths[`/api/ingest/${format}`].post, format).toHaveProperty('requestBody')
    }
    const job = JSON.stringify(description.paths['/api/jobs'].post.requestBody)
    expect(job).toContain('"const":"EXPORT"')
    expect(job).toContain('"scales"')
  })

  it('says which answers are not sent again to those who have them', async () => {
    const anna = await app.signIn('anna@example.org')
    const { headers } = await anna.get('/dashboard')
    const again = await anna.get('/dashboard', { 'if-none-match': headers.get('etag')! })
    expect(again.status).toBe(304)
    const unchanged = { $ref: '#/components/responses/Unchanged' }
    expect(description.paths['/api/dashboard'].get.responses['304']).toEqual(unchanged)
    expect(description.components.responses).toHaveProperty('Unchanged')
    expect(description.paths['/api/user/ping'].get.responses).not.toHaveProperty('304')
  })

  it('is small, compressed if the client supports it, and sent once', async () => {
    const get = (headers: Record<string, string>) => app.app.request('/api/openapi.json', { headers })
    const plain = await get({})
    const text = await plain.text()
    expect(text.length).toBeLessThan(BYTES_MAXIMUM)
    expect(plain.headers.get('content-encoding')).toBeNull()

    const packed = await get({ 'accept-encoding': 'gzip, br' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.headers.get('vary')).toContain('Accept-Encoding')
    expect(gunzipSync(new Uint8Array(await packed.arrayBuffer())).toString()).toBe(text)

    const again = await get({ 'if-none-match': plain.headers.get('etag')! })
    expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: '' })
  })
})
