import messages from 'virtual:messages/en'
import { expect, it } from 'vitest'
import { createIntl } from '../../../i18n/create-intl.ts'
import { noteWords } from './note-words.ts'

const intl = createIntl({ locale: 'en', messages })

/** The words, with ordinary spaces. */
const words = (note: Parameters<typeof noteWords>[1]) => noteWords(intl, note).replace(/\s/g, ' ')

it('says what was done with all known details', () => {
  expect(words({ label: 'feeding' })).toBe('Feeding')
  expect(words({ label: 'feeding', amount: 2.5 })).toBe('Feeding: 2.5 kg')
  expect(words({ label: 'queen', detail: 'marked', amount: null })).toBe('Queen: marked')
  expect(words({ label: 'treatment', detail: 'thymol', amount: 0 })).toBe('Treatment: thymol, 0 kg')
})
