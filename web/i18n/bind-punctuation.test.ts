import french from 'virtual:messages/fr'
import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { bindPunctuation } from './bind-punctuation.ts'

test.each([
  ['Supprimer « {name} » ?', 'Supprimer «\u00a0{name}\u00a0»\u00a0?'],
  [
    'Arrêtée : {count, plural, one {# muet ; oui} other {# muets !}}',
    'Arrêtée\u00a0: {count, plural, one {# muet\u00a0; oui} other {# muets\u00a0!}}',
  ],
  ['{volts, number, ::.00} V', '{volts, number, ::.00} V'],
])('%s', (text, bound) => {
  expect(bindPunctuation('fr', text)).toBe(bound)
})

test('other languages stay as they are', () => {
  expect(bindPunctuation('en', 'a : b')).toBe('a : b')
})

test('no line of a French screen begins with a question mark', () => {
  const intl = createIntl({ locale: 'fr', messages: french })
  const asked = intl.formatMessage({ id: 'region.delete.question' }, { name: 'Jura' })
  expect(asked).toBe('Supprimer «\u00a0Jura\u00a0»\u00a0?')
})
