import * as v from 'valibot'

const PRICE_MAXIMUM = 100_000

/** A number with at most two decimals in hundredths; undefined if it has more decimals. */
function hundredths(value: number): number | undefined {
  const whole = Math.round(value * 100)
  return Math.abs(value * 100 - whole) < 1e-6 ? whole : undefined
}

const TwoDigits = (minimum: number, maximum: number, code: string) =>
  v.pipe(
    v.number(),
    v.minValue(minimum),
    v.maxValue(maximum),
    v.check((value) => hundredths(value) !== undefined, code),
    v.transform((value) => hundredths(value) ?? 0),
    v.number(),
  )

/** Francs with at most two decimals, such as `249.50`; converted to Rappen. */
export const Price = TwoDigits(0, PRICE_MAXIMUM, 'price_digits')

/** Percent with at most two decimals, such as `8.1`; converted to hundredths of a percent. */
export const Percent = TwoDigits(0, 100, 'percent_digits')

/** Identifies something in carts and orders: lower-case letters, digits and dashes. */
export const Key = v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'key_format'), v.maxLength(40))

/** An existing calendar day such as `2024-01-31`. */
export const IsoDay = v.pipe(v.string(), v.check(isDay, 'day_format'))

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The rate from this day on, in hundredths of a percent. */
export const VatRate = v.strictObject({ from: IsoDay, percent: Percent })
export type VatRate = v.InferOutput<typeof VatRate>

const Words = (maximum: number) => v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(maximum))

/** The same text in all four languages. */
export const Texts = (maximum: number, Text: v.GenericSchema<string, string> = Words(maximum)) =>
  v.strictObject({ de: Text, en: Text, fr: Text, es: Text })
export type Texts = v.InferOutput<ReturnType<typeof Texts>>
