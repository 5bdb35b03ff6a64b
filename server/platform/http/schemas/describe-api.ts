import type { JsonSchema } from '@valibot/to-json-schema'
import type { Hono } from 'hono'
import { generateSpecs, loadVendor } from 'hono-openapi'
import type { Env } from '../env.ts'
import { secretive } from '../serving/spare-bytes.ts'
import { apiExamples } from './api-examples.ts'
import { createSchemaConversion, refTo, type SchemaUse } from './schema-conversion.ts'

/** The content of the API description; as JSON it is OpenAPI 3.1. */
export type ApiDescription = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; [kind: string]: unknown }
  [part: string]: unknown
}
type Operation = { operationId?: string; [part: string]: unknown }

const wrong = { $ref: '#/components/responses/Error' }
const onEveryRoute = { responses: { default: wrong } }

const documentation = {
  openapi: '3.1.1',
  info: {
    title: 'HiveWatch',
    version: '1',
    license: { name: 'MIT', identifier: 'MIT' },
    description: [
      'JSON in and out, times in ISO 8601 (UTC), weights in kg. A session cookie from `POST /api/user/login` opens',
      'everything except what transmitters call; a transmitter sends its device key as `Authorization: Bearer`.',
      'Scripts and spreadsheets read `/api/v1` with a token that its owner creates under Settings, Account.',
    ].join(' '),
  },
  servers: [{ url: '/' }],
  security: [{ session: [] }],
}

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'hivewatch_session' },
  shareToken: { type: 'apiKey', in: 'header', name: 'X-Share-Token' },
  deviceKey: { type: 'http', scheme: 'bearer' },
  apiToken: { type: 'http', scheme: 'bearer' },
  apiTokenInQuery: { type: 'apiKey', in: 'query', name: 'token' },
}

const responses = {
  Error: {
    description: 'What went wrong: `code` is stable, `message` is in the language of the request',
    content: { 'application/json': { schema: { $ref: refTo('ErrorReply') } } },
  },
  Unchanged: { description: 'The client has this answer, by its `If-None-Match`' },
}

/** Describes the API using the very schemas that check its requests; each noun of `#domain` occurs once. */
export async function describeApi(api: Hono<Env>): Promise<ApiDescription> {
  const { components, inputsOf, convert } = createSchemaConversion()
  loadVendor('valibot', {
    toOpenAPISchema: (schema: never, { options }: { options?: SchemaUse }) => convert(schema, options),
  } as never)
  const { paths } = await generateSpecs(api, {
    includeEmptyPaths: true,
    excludeStaticFile: false,
    defaultValidationErrorResponse: false,
    defaultOptions: { GET: onEveryRoute, POST: onEveryRoute, DELETE: onEveryRoute },
  })
  const named = nameOperations(paths as ApiDescription['paths'])
  addUnchanged(named)
  const schemas = reachable(named, components)
  const parameters = shareParameters(named)
  const description = dropSuffixes(
    { ...documentation, paths: named, components: { securitySchemes, responses, parameters, schemas } },
    inputsOf,
  )
  for (const [name, example] of Object.entries(apiExamples)) {
    const schema = description.components.schemas[name]
    if (schema) schema.examples = [example as { [key: string]: never }]
  }
  return description
}

/** Names each operation: `GET /api/scale/{id}` becomes `getScaleById`. */
function nameOperations(paths: ApiDescription['paths']): ApiDescription['paths'] {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  const words = (text: string) =>
    text
      .split(/[^\p{L}\p{N}]+/u)
      .map(capital)
      .join('')
  const part = (segment: string) => (segment.startsWith('{') ? `By${words(segment)}` : words(segment))
  for (const [path, methods] of Object.entries(paths)) {
    const place = path.split('/').slice(2).map(part).join('')
    for (const [method, operation] of Object.entries(methods)) operation.operationId = method + place
  }
  return paths
}

/** An answer that carries an ETag may become a 304, see `spare-bytes.ts`. */
function addUnchanged(paths: ApiDescription['paths']): void {
  for (const [path, { get }] of Object.entries(paths)) {
    const responses = get?.responses as { [status: string]: { content?: object } } | undefined
    const isSpared = responses?.[200]?.content && 'application/json' in responses[200].content && !secretive.test(path)
    if (isSpared) responses[304] ??= { $ref: '#/components/responses/Unchanged' } as never
  }
}

/** Lists parameters that several operations share only once, such as the number `id`. */
function shareParameters(paths: ApiDescription['paths']): Record<string, unknown> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const shared: Record<string, Parameter> = {}
  for (const [name, all] of Map.groupBy(operations.flatMap(parametersOf), (one) => one.name)) {
    const alike = [...Map.groupBy(all, (one) => JSON.stringify(one)).values()]
    const [most] = alike.sort((a, b) => b.length - a.length)
    if (most && most.length > 1) shared[name] = most[0]!
  }
  for (const operation of operations) {
    const own = parametersOf(operation)
    operation.parameters = own.map((parameter) => {
      const isShared = JSON.stringify(parameter) === JSON.stringify(shared[parameter.name])
      return isShared ? { $ref: `#/components/parameters/${parameter.name}` } : parameter
    })
    if (own.length === 0) delete operation.parameters
  }
  return shared
}

type Parameter = { in: string; name: string; schema: unknown }

const parametersOf = ({ parameters }: Operation) => (parameters ?? []) as Parameter[]

const refs = (part: unknown) =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name!)

/** The schemas that are referred to, by name. */
function reachable(paths: unknown, schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>()
  const waiting = refs([paths, responses])
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = schemas[name]
    if (!schema || found.has(name)) continue
    found.set(name, schema)
    waiting.push(...refs(schema))
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A noun that is only ever sent, never answered, gets its plain name instead of the one for input. */
function dropSuffixes(description: ApiDescription, inputsOf: ReadonlyMap<string, string>): ApiDescription {
  const { schemas } = description.components
  const alone = [...inputsOf].filter(([input, name]) => input in schemas && !(name in schemas))
  let text = JSON.stringify(description)
  for (const [input, name] of alone)
    text = text.replaceAll(`"${refTo(input)}"`, `"${refTo(name)}"`).replace(`"${input}":`, `"${name}":`)
  return JSON.parse(text)
}
