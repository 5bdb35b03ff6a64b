import { expect, test } from 'vitest'
import { chooseLocale } from './choose-locale.ts'

test.each([
  ['the address comes first', { search: '?x=1&lang=fr', saved: 'en', languages: ['es'] }, 'fr'],
  ['then what was saved', { search: '', saved: 'es', languages: ['en'] }, 'es'],
  [
    'then the first language of the browser that we speak',
    { search: '', saved: null, languages: ['it-CH', 'fr-CH', 'de'] },
    'fr',
  ],
  ['a region does not matter', { search: '?lang=DE_ch', saved: null, languages: [] }, 'de'],
  ['what we do not speak is passed over', { search: '?lang=it', saved: 'xx', languages: ['pt'] }, 'de'],
  ['without any wish it is German', { search: '', saved: null, languages: [] }, 'de'],
])('%s', (_what, wishes, expected) => {
  expect(chooseLocale(wishes)).toBe(expected)
})
