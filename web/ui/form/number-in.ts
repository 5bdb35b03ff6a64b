/** Returns the number in a `NumberField` of a sent form; NaN if it is empty, which is not 0. */
export function numberIn(values: FormData, name: string): number {
  const text = String(values.get(name) ?? '').trim()
  return text === '' ? Number.NaN : Number(text)
}
