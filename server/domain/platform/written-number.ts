const CHARACTERS = 40
const WRITTEN = /^([+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d{1,3})?)([^\d.,+-].*)?$/i
const UNIT = /^[^\d\s.,+-]{0,5}$/

/**
 * Parses a finite number, also from text with a decimal comma or a unit after it: "40,2 kg". `unit` is as written, without a degree sign;
 * empty if there is none.
 */
export function writtenNumber(value: unknown): { number: number; unit: string } | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? { number: value, unit: '' } : undefined
  if (typeof value !== 'string' || value.length > CHARACTERS) return undefined
  const [, written, behind = ''] = WRITTEN.exec(value.trim()) ?? []
  const number = written === undefined ? Number.NaN : Number(written.replace(',', '.'))
  const unit = behind.replace('°', '').trim()
  return Number.isFinite(number) && UNIT.test(unit) ? { number, unit } : undefined
}

/** Only the number. */
export const numberIn = (value: unknown): number | undefined => writtenNumber(value)?.number
