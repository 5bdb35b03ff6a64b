import type { AnySchema, ValidateFunction } from 'ajv/dist/2020.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { ApiDescription } from '../../../server/platform/http/schemas/describe-api.ts'

type Json = { [key: string]: unknown }

const REF = '#/components/schemas/'
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The schemas of the API's description, compiled by ajv in strict mode when first used. An object may have only the properties its schema names, unless the
 * schema says otherwise.
 */
export function createApiSchemas(description: ApiDescription) {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, allErrors: true })
  addFormats.default(ajv)
  const compiled = new Map<unknown, ValidateFunction>()
  const $defs = Object.entries(description.components.schemas).flatMap(([name, schema]) => [
    [name, close(schema)],
    [`${name}-open`, closeWithin(schema)],
  ])
  ajv.addSchema({ $id: 'api', $defs: Object.fromEntries($defs) })
  return {
    /** Throws if ajv rejects the schema. */
    compile(schema: unknown): ValidateFunction {
      const known = compiled.get(schema) ?? ajv.compile(close(schema) as AnySchema)
      compiled.set(schema, known)
      return known
    },
  }
}

function close(schema: unknown): unknown {
  const closed = closeWithin(schema)
  const isOpen = isObject(closed) && isObject(closed.properties) && closed.additionalProperties === undefined
  return isOpen ? { ...closed, unevaluatedProperties: false } : closed
}

/** Closes what is inside the schema but not the schema itself: a noun that is part of another one leaves the remaining properties to it. */
function closeWithin(schema: unknown): unknown {
  if (!isObject(schema)) return schema
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, closeKeyword(keyword, value)]))
}

function closeKeyword(keyword: string, value: unknown): unknown {
  if (keyword === '$ref') return `api#/$defs/${String(value).slice(REF.length)}`
  if (keyword === 'allOf') return (value as unknown[]).map(openPart)
  if (['anyOf', 'oneOf', 'prefixItems'].includes(keyword)) return (value as unknown[]).map(close)
  if (['items', 'additionalProperties', 'propertyNames', 'not'].includes(keyword)) return close(value)
  if (keyword !== 'properties') return value
  return Object.fromEntries(Object.entries(value as Json).map(([name, property]) => [name, close(property)]))
}

function openPart(schema: unknown): unknown {
  const open = closeWithin(schema) as Json
  return open.$ref ? { ...open, $ref: `${open.$ref}-open` } : open
}
