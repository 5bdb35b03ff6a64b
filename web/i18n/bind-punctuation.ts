/** The spaces that French sets before high punctuation and inside guillemets, at which no line may break; `::` is ICU's. */
export const bindPunctuation = (locale: string, text: string): string =>
  locale === 'fr' ? text.replaceAll(/ (?=[;?!»]|:(?!:))|(?<=«) /g, '\u00a0') : text
