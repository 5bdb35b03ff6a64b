const UNITS = 'kg|g|km|m|cm|mm|MB|MiB|kB|V|dBm|°C|°|%|h|min|s|ms|d|j|CHF|Rappen'
/** The space between a figure (or its placeholder in an ICU message) and its unit. */
const beforeUnit = new RegExp(`(?<=[\\d}#]) (?=(?:${UNITS})(?![\\p{L}\\p{N}]))`, 'gu')
/** The spaces that French puts before high punctuation and inside guillemets; `::` is ICU syntax. */
const frenchPunctuation = / (?=[;?!»]|:(?!:))|(?<=«) /g

/** Makes spaces non-breaking where no line may break: before a unit, and in French before high punctuation and inside guillemets. */
export function bindSpaces(locale: string, text: string): string {
  const bound = text.replaceAll(beforeUnit, '\u00a0')
  return locale === 'fr' ? bound.replaceAll(frenchPunctuation, '\u00a0') : bound
}

/** Words before what they introduce, such as a link. */
export const withColon = (locale: string, words: string): string => `${words}${locale === 'fr' ? '\u00a0' : ''}:`
