/**
 * Each formatter is created only once, since creating one takes a phone far longer than formatting a number; again if the phone has moved to another time zone,
 * because a formatter keeps the zone in which it was made.
 */
function once<Options, Formatter>(Kind: new (locale: string, options: Options) => Formatter) {
  const made = new Map<string, Formatter>()
  return (locale: string, options: Options): Formatter => {
    const key = locale + new Date().getTimezoneOffset() + JSON.stringify(options)
    const formatter = made.get(key) ?? new Kind(locale, options)
    made.set(key, formatter)
    return formatter
  }
}

const numbers = once<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat)
/** By default, what is rounded to zero has no sign: an empty scale that shows 4 g too little is at 0.00 kg. */
export const numberFormat = (locale: string, options?: Intl.NumberFormatOptions) =>
  numbers(locale, { signDisplay: 'negative', ...options })
export const dateFormat = once<Intl.DateTimeFormatOptions | undefined, Intl.DateTimeFormat>(Intl.DateTimeFormat)
export const ageFormat = once<Intl.RelativeTimeFormatOptions | undefined, Intl.RelativeTimeFormat>(
  Intl.RelativeTimeFormat,
)
export const listFormat = once<Intl.ListFormatOptions | undefined, Intl.ListFormat>(Intl.ListFormat)
export const pluralRules = once<Intl.PluralRulesOptions | undefined, Intl.PluralRules>(Intl.PluralRules)
export const displayNames = once<Intl.DisplayNamesOptions, Intl.DisplayNames>(Intl.DisplayNames)
