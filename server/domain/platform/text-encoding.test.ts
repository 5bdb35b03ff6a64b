import { expect, it } from 'vitest'
import { decodeText } from './text-encoding.ts'

it.each([
  ['UTF-8', Buffer.from('Müller')],
  ['UTF-8 with its mark', Buffer.from('\ufeffMüller')],
  ['UTF-16, as spreadsheets save Unicode text', Buffer.from('\ufeffMüller', 'utf16le')],
  ['UTF-16 in the other order', Buffer.from('\ufeffMüller', 'utf16le').swap16()],
  ['Windows-1252, as spreadsheets save CSV', Buffer.from('Müller', 'latin1')],
])('%s is decoded', (_, bytes) => {
  expect(decodeText(bytes)).toBe('Müller')
})
