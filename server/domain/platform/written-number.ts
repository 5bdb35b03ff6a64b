const CHARACTERS = 40
const WRITTEN =
  /^\s*([+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d{1,3})?)\s*(?:°\s*)?([^\d\s.,+°-][^\d\s.,+-]{0,4})?\s*$/i

/**
 * A finite number, also in text, with a decimal comma or its unit behind it: "40,2 kg". `unit` as it is written, without the sign of a
 * degree; empty where none is.
 */
export function writtenNumber(value: unknown): { number: number; unit: string } | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? { number: value, unit: '' } : undefined
  if (typeof value !== 'string' || value.length > CHARACTERS) return undefined
  const [, written, unit = ''] = WRITTEN.exec(value) ?? []
  const number = written === undefined ? Number.NaN : Number(written.replace(',', '.'))
  return Number.isFinite(number) ? { number, unit } : undefined
}

/** The number alone. */
export const numberIn = (value: unknown): number | undefined => writtenNumber(value)?.number
