import { expect, test } from 'vitest'
import { printableText } from './printable-text.ts'

test.each([
  ['Zürich', 'Zürich', true],
  ['Zu\u0308rich', 'Zürich', true],
  ['  two\n lines\t', 'two lines', true],
  ['soft\u00adhyphen\u200b', 'softhyphen', true],
  ['1\u202f234\u00a0€', '1 234 €', true],
  ['„Bärn“ – l’Œuf…', '"Bärn" - l\'Œuf...', true],
  ['Łódź, Čeští, Işık', 'Lódz, Ceští, Isik', true],
  ['ﬁ ² ½ ™', 'fi ² ½ TM', true],
  ['Мёд', '???', false],
  ['蜂', '?', false],
  ['bee 🐝', 'bee ?', false],
  ['', '', true],
])('%j is printed as %j', (text, printed, complete) => {
  expect(printableText(text)).toEqual({ text: printed, complete })
})
