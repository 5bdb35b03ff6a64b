const UNITS = 'kg|g|km|m|cm|mm|MB|MiB|kB|V|dBm|°C|°|%|h|min|s|ms|d|j|CHF|Rappen'
/** Between a figure, or what stands for one in ICU's words, and its unit. */
const beforeUnit = new RegExp(`(?<=[\\d}#]) (?=(?:${UNITS})(?![\\p{L}\\p{N}]))`, 'gu')
/** The spaces that French sets before high punctuation and inside guillemets; `::` is ICU's. */
const frenchPunctuation = / (?=[;?!»]|:(?!:))|(?<=«) /g

/** The spaces of a text at which no line may break: before a unit, and in French before high punctuation. */
export function bindSpaces(locale: string, text: string): string {
  const bound = text.replaceAll(beforeUnit, '\u00a0')
  return locale === 'fr' ? bound.replaceAll(frenchPunctuation, '\u00a0') : bound
}
