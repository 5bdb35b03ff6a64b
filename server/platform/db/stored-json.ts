import * as v from 'valibot'

/** Parses stored JSON. Returns `otherwise` if it is missing or damaged: one row must not hide the others of its list, nor stop what is done for all. */
export function storedJson<Value>(
  schema: v.GenericSchema<unknown, Value>,
  text: string | null,
  otherwise: NoInfer<Value>,
): Value
export function storedJson<Value>(
  schema: v.GenericSchema<unknown, Value>,
  text: string | null,
  otherwise: null,
): Value | null
export function storedJson<Value>(
  schema: v.GenericSchema<unknown, Value>,
  text: string | null,
  otherwise: Value | null,
) {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return read.success ? read.output : otherwise
}
