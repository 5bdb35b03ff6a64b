const DIGITS_MAXIMUM = 15

const groupMarks = new Map<string, string | undefined>()

/** The thousands separator of a language if it is a point or a comma, otherwise undefined. */
function groupMarkOf(locale: string): string | undefined {
  if (!groupMarks.has(locale)) {
    const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567)
    const mark = parts.find(({ type }) => type === 'group')?.value
    groupMarks.set(locale, mark === '.' || mark === ',' ? mark : undefined)
  }
  return groupMarks.get(locale)
}

/** Whether `text` is a run of digits, or groups of three digits separated by `mark`. */
const isWhole = (text: string, mark: string) =>
  new RegExp(`^(\\d+|[1-9]\\d{0,2}(${mark === '.' ? '\\.' : mark}\\d{3})+)$`).test(text)

/**
 * Parses a number that a person typed; returns undefined if it is not one. Both point and comma are decimal marks, in every browser; before a decimal mark,
 * thousands may be separated by the other one, by spaces or by apostrophes. `1.234` and `1,234` mean what they mean in the language, unless only the other
 * meaning lies between `min` and `max`.
 */
export function readNumber(
  typed: string,
  locale: string,
  { min = -Infinity, max = Infinity }: { min?: number | undefined; max?: number | undefined } = {},
): number | undefined {
  const [, sign, text = ''] = /^([+\-−–]?)\s*([\d.,'’ʼ\s]*)$/.exec(typed.trim()) ?? []
  if (!/\d/.test(text) || text.replaceAll(/\D/g, '').length > DIGITS_MAXIMUM) return undefined
  const digits = text.replaceAll(/['’ʼ\s]/g, "'")
  const signed = (whole: string, fraction = '') => {
    const value = Number(`${whole.replaceAll(/\D/g, '') || '0'}.${fraction || '0'}`)
    return (sign === '-' || sign === '−' || sign === '–') && value !== 0 ? -value : value
  }
  const marks = digits.replaceAll(/[^.,]/g, '')
  const last = marks.at(-1)
  if (last === undefined) return isWhole(digits, "'") ? signed(digits) : undefined
  const at = digits.lastIndexOf(last)
  const [whole, fraction] = [digits.slice(0, at), digits.slice(at + 1)]
  const isDecimal = /^\d*$/.test(fraction) && marks.indexOf(last) === marks.length - 1
  const decimal =
    isDecimal && (whole === '' || isWhole(whole, marks.length > 1 ? marks[0]! : "'"))
      ? signed(whole, fraction)
      : undefined
  const grouped = isWhole(digits, last) ? signed(digits) : undefined
  if (decimal === undefined || grouped === undefined) return decimal ?? grouped
  const fits = (value: number) => value >= min && value <= max
  const [meant, other] = last === groupMarkOf(locale) ? [grouped, decimal] : [decimal, grouped]
  return !fits(meant) && fits(other) ? other : meant
}

/** Formats a number for a field: as the language writes it, but without thousands separators. */
export function writeNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }).format(value)
}
