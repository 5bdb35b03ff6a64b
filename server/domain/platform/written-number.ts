const CHARACTERS = 40
const WRITTEN = /^([+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d{1,3})?)([^\d.,+-].*)?$/i
const UNIT = /^[^\d\s.,+-]{0,5}$/

/**
 * A finite number, also in text, with a decimal comma or its unit behind it: "40,2 kg". `unit` as it is written, without the sign of a
 * degree; empty where none is.
 */
export function writtenNumber(value: unknown): { number: number; unit: string } | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? { number: value, unit: '' } : undefined
  if (typeof value !== 'string' || value.length > CHARACTERS) return undefined
  const [, written, behind = ''] = WRITTEN.exec(value.trim()) ?? []
  const number = written === undefined ? Number.NaN : Number(written.replace(',', '.'))
  const unit = behind.replace('°', '').trim()
  return Number.isFinite(number) && UNIT.test(unit) ? { number, unit } : undefined
}

/** The number alone. */
export const numberIn = (value: unknown): number | undefined => writtenNumber(value)?.number
