import { InterventionLabel } from '#domain/hives/intervention.ts'
import type { IntlShape } from '../../../i18n/create-intl.ts'

/** What words tell of, in one language: beginnings of words in lower case, with bars between: `fed|sugar|syrup`. */
export type TellingWords = Partial<Record<InterventionLabel, string>>

/** The telling words of the language of the app. */
export const tellingWords = (intl: IntlShape): TellingWords =>
  Object.fromEntries(
    InterventionLabel.options
      .filter((label) => label !== 'other')
      .map((label) => [label, intl.formatMessage({ id: `intervention-screen.telling.${label}` })]),
  )

/** What a note in free words is about: the label whose telling word comes first in it, else `other`. */
export function labelOfWords(note: string, telling: TellingWords): InterventionLabel {
  const labels = Object.entries(telling) as [InterventionLabel, string][]
  for (const word of note.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const found = labels.find(([, beginnings]) => beginnings.split('|').some((begin) => word.startsWith(begin)))
    if (found) return found[0]
  }
  return 'other'
}
