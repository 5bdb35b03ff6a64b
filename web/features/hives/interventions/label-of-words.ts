import { InterventionLabel } from '#domain/hives/intervention.ts'
import type { IntlShape } from '../../../i18n/create-intl.ts'

const labels = InterventionLabel.options.filter((label) => label !== 'other')
/** Nouns that tell less than what is done with it: a honey super is put on, taken off or harvested. */
const things = ['super', 'honey'] as const

/** What words tell of, in one language: beginnings of words in lower case, with bars between: `fed|sugar|syrup`. */
export type TellingWords = Record<(typeof labels)[number] | (typeof things)[number], string>

/** The telling words of the language of the app. */
export const tellingWords = (intl: IntlShape): TellingWords =>
  Object.fromEntries(
    [...labels, ...things].map((telling) => [
      telling,
      intl.formatMessage({ id: `intervention-screen.telling.${telling}` }),
    ]),
  ) as TellingWords

/**
 * What a note in free words is about: the label whose telling word comes first in it. Something is put on or taken off where a super is
 * named; a super that is only named was put on, and honey harvested. Else `other`.
 */
export function labelOfWords(note: string, telling: TellingWords): InterventionLabel {
  const words = note.toLowerCase().match(/\p{L}+/gu) ?? []
  const tells = (word: string, of: keyof TellingWords) => telling[of].split('|').some((begin) => word.startsWith(begin))
  const names = (thing: (typeof things)[number]) => words.some((word) => tells(word, thing))
  const isOfSuper = names('super')
  for (const word of words) {
    const found = labels.find((label) => tells(word, label) && (isOfSuper || !label.startsWith('super_')))
    if (found) return found
  }
  if (isOfSuper) return 'super_added'
  return names('honey') ? 'harvest' : 'other'
}
