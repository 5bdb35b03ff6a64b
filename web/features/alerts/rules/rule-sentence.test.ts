import de from 'virtual:messages/de'
import en from 'virtual:messages/en'
import es from 'virtual:messages/es'
import fr from 'virtual:messages/fr'
import { expect, it } from 'vitest'
import type { RuleTerms } from '#domain/alerts/rule.ts'
import { createIntl } from '../../../i18n/create-intl.ts'
import { checkTerms } from './rule-draft.ts'
import { ruleSentence } from './rule-sentence.ts'
import { templates } from './rule-templates.ts'

const texts = { de, en, fr, es }
const intlOf = (locale: keyof typeof texts) => createIntl({ locale, messages: texts[locale] })
const own = { everyOwn: true, names: [] }
const termsOf = (name: keyof typeof templates) => checkTerms({ ...templates[name], name }, 'Europe/Zurich').terms

it.each<[keyof typeof texts, string]>([
  [
    'en',
    'Rings for all your hives when the weight rises by less than 0.5 kg within 7 days and the outdoor temperature is above 15 °C, for at least 3 hours, in April–July.',
  ],
  [
    'de',
    'Klingelt für alle Ihre Beuten, wenn das Gewicht innert 7 Tagen um weniger als 0,5 kg steigt und die Aussentemperatur über 15 °C liegt, mindestens 3 Stunden lang, im April–Juli.',
  ],
  [
    'fr',
    'Sonne pour toutes vos ruches dès que le poids augmente de moins de 0,5 kg en 7 jours et que la température extérieure est au-dessus de 15 °C, pendant au moins 3 heures, en avril–juillet.',
  ],
  [
    'es',
    'Suena para todas sus colmenas cuando el peso sube menos de 0,5 kg en 7 días y la temperatura exterior está por encima de 15 °C, durante al menos 3 horas, en abril–julio.',
  ],
])('a rule is one sentence in %s', (locale, sentence) => {
  expect(ruleSentence(intlOf(locale), termsOf('noGain'), own)).toBe(sentence)
})

it('a rule names its hives, its hours, and separate months', () => {
  const terms: RuleTerms = {
    conditions: [{ quantity: 'silence', is: 'lasts', hours: 6 }],
    forMinutes: 0,
    hours: { from: '22:00', to: '06:30' },
    months: [1, 11, 12],
    timeZone: 'Europe/Zurich',
  }
  const intl = intlOf('en')
  expect(ruleSentence(intl, terms, { everyOwn: false, names: ['Linden', 'Birch'] })).toMatch(
    /^Rings for Linden and Birch when nothing has come for 6 hours, between 10:00\sPM and 6:30\sAM, in November–January\.$/,
  )
  expect(ruleSentence(intl, terms, own, 'America/New_York')).toMatch(/ and 6:30\sAM \(Europe\/Zurich\), in November/)
  expect(ruleSentence(intl, { ...terms, hours: null }, own, 'America/New_York')).not.toContain('Zurich')
  expect(ruleSentence(intl, { ...terms, months: [5, 7, 9] }, { everyOwn: false, names: [] })).toMatch(
    /^Rings for no hive .* in May, July, and September\.$/,
  )
  expect(
    ruleSentence(intl, { ...terms, hours: null, months: null }, { everyOwn: true, names: 'ABCDEF'.split('') }),
  ).toBe('Rings for all your hives and 6 hives when nothing has come for 6 hours.')
})
