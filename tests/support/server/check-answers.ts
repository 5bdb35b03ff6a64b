import { type ApiDescription, describeApi } from '../../../server/platform/http/schemas/describe-api.ts'
import { createApiSchemas } from './api-schemas.ts'

type Content = Record<string, { schema?: unknown }>
type Operation = {
  name: string
  method: string
  pattern: RegExp
  responses: Record<string, { content?: Content; $ref?: string }>
}
type Answered = { method: string; path: string; response: Response }
type Check = (answered: Answered) => Promise<void>

let made: Promise<Check> | undefined

/** Returns a check that throws if an answer does not match the API's description of its operation. The description is compiled once per worker. */
export const createAnswerCheck =
  (api: () => Parameters<typeof describeApi>[0]): Check =>
  async (answered) => {
    made ??= describeApi(api()).then(checkAgainst)
    await (await made)(answered)
  }

function checkAgainst(description: ApiDescription): Check {
  const schemas = createApiSchemas(description)
  const operations = operationsOf(description)
  const { Error: wrong } = description.components.responses as Record<string, { content: Content }>

  return async ({ method, path, response }) => {
    const operation = operations.find((one) => one.method === method && one.pattern.test(path))
    if (!operation) return
    const { status } = response
    const told = operation.responses[status] ?? (status >= 400 ? operation.responses.default : undefined)
    const said = `${operation.name} answered ${status}, called as ${path}`
    if (!told) throw new Error(`${said}: the description names no such answer of it`)
    const type = response.headers.get('content-type')?.split(';')[0]
    const { content = {} } = told.$ref ? wrong! : told
    if (!type || response.body === null) return
    const media = content[type]
    if (!media)
      throw new Error(`${said}, as ${type}: the description has ${Object.keys(content).join(', ') || 'no content'}`)
    if (type !== 'application/json' || media.schema === undefined || response.headers.has('content-encoding')) return
    const validate = schemas.compile(media.schema)
    if (validate(JSON.parse(await response.clone().text()))) return
    const [fault] = validate.errors!
    const place = fault!.instancePath || 'the whole of it'
    throw new Error(`${said}: ${place} ${fault!.message} ${JSON.stringify(fault!.params)}, by its description`)
  }
}

function operationsOf({ paths }: ApiDescription): Operation[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      responses: responses as Operation['responses'],
    })),
  )
  // a literal segment takes precedence over a parameter
  return all.sort((a, b) => a.name.split('{').length - b.name.split('{').length)
}
