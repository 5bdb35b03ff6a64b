import german from 'virtual:messages/de'
import french from 'virtual:messages/fr'
import { expect, test } from 'vitest'
import { bindSpaces, withColon } from '#domain/platform/bind-spaces.ts'
import { createIntl } from './create-intl.ts'

test.each([
  ['fr', 'Supprimer « {name} » ?', 'Supprimer «\u00a0{name}\u00a0»\u00a0?'],
  [
    'fr',
    'Arrêtée : {count, plural, one {# muet ; oui} other {# muets !}}',
    'Arrêtée\u00a0: {count, plural, one {# muet\u00a0; oui} other {# muets\u00a0!}}',
  ],
  ['fr', '{volts, number, ::.00} V', '{volts, number, ::.00}\u00a0V'],
  ['en', 'a : b', 'a : b'],
  ['de', '{kg, number, ::+! .0} kg, 34 °C und # %', '{kg, number, ::+! .0}\u00a0kg, 34\u00a0°C und #\u00a0%'],
  ['en', 'Mute 1 h, 30 d, {meters} m', 'Mute 1\u00a0h, 30\u00a0d, {meters}\u00a0m'],
  ['en', '{from} kg → {to} kg', '{from}\u00a0kg → {to}\u00a0kg'],
  ['de', '{name} hat 3 Stockwaagen, 2 mal', '{name} hat 3 Stockwaagen, 2 mal'],
  [
    'de',
    'Weight (kg); {count, plural, one {# Gramm} other {# min}}',
    'Weight (kg); {count, plural, one {# Gramm} other {#\u00a0min}}',
  ],
])('%s: %s', (locale, text, bound) => {
  expect(bindSpaces(locale, text)).toBe(bound)
})

test('no line of a French screen begins with a question mark or a unit', () => {
  const asked = createIntl({ locale: 'fr', messages: french }).formatMessage(
    { id: 'region.delete.question' },
    { name: 'Jura' },
  )
  expect(asked).toBe('Supprimer «\u00a0Jura\u00a0»\u00a0?')
  const gained = createIntl({ locale: 'de', messages: german }).formatMessage(
    { id: 'controller-screen.kgChange' },
    { kg: 5.6 },
  )
  expect(gained).toBe('+5,60\u00a0kg')
})

test.each([
  ['de', 'Ihre Bestellung:'],
  ['fr', 'Ihre Bestellung\u00a0:'],
])('a colon in %s stands where the language has it', (locale, written) => {
  expect(withColon(locale, 'Ihre Bestellung')).toBe(written)
})
