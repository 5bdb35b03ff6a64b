import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { apiNouns } from './api-nouns.ts'

/** What is sent, or what is answered: these differ if a schema transforms its input. */
export type Side = 'input' | 'output'

/** `inPlace`: use the schema itself instead of a reference to it. */
export type SchemaUse = { side?: Side; inPlace?: boolean }

/** Name for the form that is sent, if it differs from the one that is answered. */
const inputName = (name: string) => `${name}Input`
export const refTo = (name: string) => `#/components/schemas/${name}`

const nameOf = new Map([...apiNouns].map(([name, schema]) => [schema, name]))
const isSchema = (part: unknown): part is GenericSchema =>
  typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'schema'

type Parts = {
  pipe?: unknown[]
  entries?: object
  items?: unknown[]
  options?: unknown[]
} & Partial<Record<'item' | 'wrapped' | 'rest' | 'key' | 'value', unknown>>

/** The nouns that a schema refers to directly; nouns inside another noun are left to that one. */
function nounsWithin(schema: GenericSchema, found: Record<string, GenericSchema> = {}): Record<string, GenericSchema> {
  const { pipe = [], entries = {}, items = [], options = [], item, wrapped, rest, key, value } = schema as Parts
  for (const step of pipe) if (isSchema(step)) nounsWithin(step, found)
  for (const part of [...Object.values(entries), ...items, ...options, item, wrapped, rest, key, value]) {
    if (!isSchema(part)) continue
    const name = nameOf.get(part)
    if (name === undefined) nounsWithin(part, found)
    else found[name] = part
  }
  return found
}

/** Shortens `anyOf: [{ type: 'string' }, { type: 'null' }]`. */
function orNull(jsonSchema: JsonSchema): JsonSchema | undefined {
  const [wrapped, ...others] = jsonSchema.anyOf ?? []
  if (others.length !== 1 || typeof wrapped !== 'object' || typeof wrapped.type !== 'string') return undefined
  if (wrapped.allOf) return undefined
  const { anyOf: _, ...around } = jsonSchema
  const choices = wrapped.enum ? { enum: [...wrapped.enum, null] } : {}
  return { ...wrapped, ...choices, ...around, type: [wrapped.type, 'null'] }
}

type Entries = Record<string, unknown>
const objects = [...apiNouns].flatMap(([name, schema]) =>
  schema.type === 'object'
    ? [{ name, entries: Object.entries((schema as unknown as { entries: Entries }).entries) }]
    : [],
)
/** A noun with fewer fields is not recognized as a base. */
const LEAST_IN_COMMON = 3

/** Replaces the fields that `{ message, ...Scale.entries }` takes from a noun by a reference to it. */
function withBase(jsonSchema: JsonSchema, entries: Entries, refOf: (name: string) => string): JsonSchema | undefined {
  const size = Object.keys(entries).length
  const [base] = objects
    .filter((noun) => noun.entries.length >= LEAST_IN_COMMON && noun.entries.length < size)
    .filter((noun) => noun.entries.every(([key, value]) => entries[key] === value))
    .sort((a, b) => b.entries.length - a.entries.length)
  if (!base) return undefined
  const { properties = {}, required = [], ...rest } = jsonSchema
  const isOwn = (key: string) => base.entries.every(([known]) => known !== key)
  return {
    ...rest,
    allOf: [{ $ref: refOf(base.name) }],
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => isOwn(key))),
    required: required.filter(isOwn),
  }
}

const says = ['type', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', '$ref'] as const
const isUnknown = (jsonSchema: JsonSchema) => says.every((keyword) => jsonSchema[keyword] === undefined)

const configOf = (side: Side, refOf: (name: string) => string): ConversionConfig => ({
  target: 'draft-2020-12',
  typeMode: side,
  errorMode: 'ignore',
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    if (valibotSchema.type === 'nullable' || valibotSchema.type === 'nullish') return orNull(jsonSchema)
    if (valibotSchema.type === 'tuple') return { ...jsonSchema, maxItems: jsonSchema.prefixItems?.length }
    if (jsonSchema.type !== 'object') return undefined
    const { type, entries } = valibotSchema as unknown as { type: string; entries: Entries }
    const converted = (type === 'object' && withBase(jsonSchema, entries, refOf)) || jsonSchema
    if (converted.required?.length === 0) delete converted.required
    return type === 'loose_object' ? { ...converted, additionalProperties: true } : converted
  },
  overrideAction: ({ valibotAction, jsonSchema }) => {
    // the output of a function is only known if the schema goes on to declare it
    if (side === 'output' && (valibotAction.type === 'transform' || isUnknown(jsonSchema))) return {}
    const { requirement } = valibotAction as { requirement?: unknown }
    // JSON Schema patterns have no flags
    if (requirement instanceof RegExp && requirement.ignoreCase) {
      const { pattern: _, ...rest } = jsonSchema
      return rest
    }
    return undefined
  },
  overrideRef: ({ referenceId }) => refOf(referenceId),
})

/** The nouns whose sent and answered forms differ, even if only in a noun that they refer to. */
function findDiffering(inputs: Record<string, JsonSchema>, outputs: Record<string, JsonSchema>): Set<string> {
  const texts = Object.entries(inputs).map(([name, schema]) => [name, JSON.stringify(schema)] as const)
  const differing = new Set(
    texts.filter(([name, text]) => text !== JSON.stringify(outputs[name])).map(([name]) => name),
  )
  for (let before = -1; before !== differing.size; ) {
    before = differing.size
    for (const [name, text] of texts) {
      if ([...differing].some((other) => text.includes(`"${refTo(other)}"`))) differing.add(name)
    }
  }
  return differing
}

/** Converts Valibot schemas to JSON Schemas (draft 2020-12) that refer to `components`, which contains the nouns of `#domain` by name. */
export function createSchemaConversion() {
  const nouns = Object.fromEntries(apiNouns)
  const outputs = toJsonSchemaDefs(nouns, configOf('output', refTo))
  const differing = findDiffering(toJsonSchemaDefs(nouns, configOf('input', refTo)), outputs)
  const configs = {
    output: configOf('output', refTo),
    input: configOf('input', (name) => refTo(differing.has(name) ? inputName(name) : name)),
  }
  const inputs = toJsonSchemaDefs(nouns, configs.input)
  return {
    components: {
      ...outputs,
      ...Object.fromEntries([...differing].map((name) => [inputName(name), inputs[name]!])),
    } as Record<string, JsonSchema>,
    /** The nouns with a second schema, keyed by that schema's name. */
    inputsOf: new Map([...differing].map((name) => [inputName(name), name])),
    convert(schema: GenericSchema, { side = 'output', inPlace = false }: SchemaUse = {}): JsonSchema {
      const name = inPlace ? undefined : nameOf.get(schema)
      const definitions = name === undefined ? nounsWithin(schema) : { [name]: schema }
      const { $defs: _, $schema: __, ...converted } = toJsonSchema(schema, { ...configs[side], definitions })
      return converted
    },
  }
}
