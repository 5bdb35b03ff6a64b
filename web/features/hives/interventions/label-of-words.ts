import { InterventionLabel } from '#domain/hives/intervention.ts'
import type { IntlShape } from '../../../i18n/create-intl.ts'

const labels = InterventionLabel.options.filter((label) => label !== 'other')
/** Nouns that say less than the verb with them: a honey super is put on, taken off or harvested. */
const things = ['super', 'honey'] as const

/** The keywords of each label in one language: beginnings of words in lower case, separated by bars: `fed|sugar|syrup`. */
export type TellingWords = Record<(typeof labels)[number] | (typeof things)[number], string>

/** Returns the keywords in the app's language. */
export const tellingWords = (intl: IntlShape): TellingWords =>
  Object.fromEntries(
    [...labels, ...things].map((telling) => [
      telling,
      intl.formatMessage({ id: `intervention-screen.telling.${telling}` }),
    ]),
  ) as TellingWords

/**
 * Returns the label of a free-text note: the one whose keyword comes first. Putting on and taking off count only if a super
 * is mentioned. Without a verb, a super was put on and honey was harvested. Otherwise `other`.
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
