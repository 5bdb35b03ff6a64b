import type { GenericSchema } from 'valibot'

type Inner = {
  type: string
  entries?: Record<string, GenericSchema>
  item?: GenericSchema
  value?: GenericSchema
  wrapped?: GenericSchema
  pipe?: readonly GenericSchema[]
}

/** The keys that a schema allows at a place of a value; empty if it allows any. */
export function knownKeys(schema: GenericSchema, path: readonly (string | number)[]): string[] {
  let inner: Inner | undefined = bare(schema)
  for (const step of path) {
    const next: GenericSchema | undefined = inner?.entries?.[step] ?? inner?.item ?? inner?.value
    inner = next && bare(next)
  }
  return Object.keys(inner?.entries ?? {})
}

function bare(schema: GenericSchema): Inner {
  let inner = schema as unknown as Inner
  while (inner.wrapped) inner = inner.wrapped as unknown as Inner
  return inner
}
