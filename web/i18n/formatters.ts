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

export const numberFormat = once<Intl.NumberFormatOptions | undefined, Intl.NumberFormat>(Intl.NumberFormat)
export const dateFormat = once<Intl.DateTimeFormatOptions | undefined, Intl.DateTimeFormat>(Intl.DateTimeFormat)
export const ageFormat = once<Intl.RelativeTimeFormatOptions | undefined, Intl.RelativeTimeFormat>(
  Intl.RelativeTimeFormat,
)
export const listFormat = once<Intl.ListFormatOptions | undefined, Intl.ListFormat>(Intl.ListFormat)
export const pluralRules = once<Intl.PluralRulesOptions | undefined, Intl.PluralRules>(Intl.PluralRules)
export const displayNames = once<Intl.DisplayNamesOptions, Intl.DisplayNames>(Intl.DisplayNames)
