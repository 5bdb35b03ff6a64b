import fc from 'fast-check'
import { SegmentedMessage } from 'sms-segments-calculator'
import { describe, expect, test } from 'vitest'
import { fitSmsNames, smsFit, smsName, toSmsCharacters } from './sms-text.ts'

describe('the size of a text', () => {
  test.each([
    ['', 'GSM-7', 0, true],
    ['a'.repeat(160), 'GSM-7', 160, true],
    ['a'.repeat(161), 'GSM-7', 161, false],
    ['Räuberei für 5 €', 'GSM-7', 17, true],
    [`${'€'.repeat(80)}`, 'GSM-7', 160, true],
    [`${'€'.repeat(80)}a`, 'GSM-7', 161, false],
    ['ê'.repeat(70), 'UCS-2', 70, true],
    [`ê${'a'.repeat(70)}`, 'UCS-2', 71, false],
    ['🐝'.repeat(35), 'UCS-2', 70, true],
    ['🐝'.repeat(36), 'UCS-2', 72, false],
  ] as const)('%#', (text, encoding, used, fits) => {
    expect(smsFit(text)).toEqual({ encoding, used, limit: encoding === 'GSM-7' ? 160 : 70, fits })
  })

  test('matches another calculator', () => {
    const letters = fc.constantFrom(...'aZ0 @£$èéùìòÇØøÅåßÉ!"#%&äöñüàÄÖÑÜ§¿^{}\\[~]|€', '\n', 'ê', 'í', '’', 'я', '🐝')
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 200 }), (characters) => {
        const text = characters.join('')
        const other = new SegmentedMessage(text)
        const fit = smsFit(text)
        expect([fit.encoding, fit.fits]).toEqual([other.encodingName, other.segments.length <= 1])
        expect(fit.used * (fit.encoding === 'GSM-7' ? 7 : 16)).toBe(other.messageSize)
      }),
    )
  })

  test('knows every character that the other calculator knows', () => {
    for (let code = 1; code < 0x2100; code++) {
      const one = String.fromCharCode(code)
      expect(smsFit(one).encoding, `U+${code.toString(16)}`).toBe(new SegmentedMessage(one).encodingName)
    }
  })
})

test.each([
  ['L’abeille de la forêt…', "L'abeille de la foret..."],
  ['−1,9 kg', '-1,9 kg'],
  ['¿Están pillando la colmena “Río”?', '¿Estan pillando la colmena "Rio"?'],
  ['Bienenstöcke „Süd“ · Zürich', 'Bienenstöcke "Süd" , Zürich'],
  ['улей 🐝', 'улей 🐝'],
])('%s in the alphabet of SMS is %s', (text, plain) => {
  expect(toSmsCharacters(text)).toBe(plain)
})

test.each([
  ['Volk 3 🐝', 'Volk 3'],
  ['Ruche n° 4', 'Ruche n 4'],
  ['улей', 'улей'],
  ['🐝🐝', '🐝🐝'],
  ['a\u0000b', 'ab'],
])('the name %j becomes %j', (name, plain) => {
  expect(smsName(name)).toBe(plain)
})

test('names are shortened, the longest first, but not the words around them', () => {
  const compose = ([hive = '', place = '']: readonly string[]) => `Schwarm bei ${hive}? ${place}, -1,9 kg, So 11:55`
  expect(fitSmsNames(['Volk 3', 'Waldrand'], compose)).toBe('Schwarm bei Volk 3? Waldrand, -1,9 kg, So 11:55')
  const long = fitSmsNames(['Volk 3', 'Bienenstand '.repeat(20)], compose)
  expect(long).toMatch(/^Schwarm bei Volk 3\? Bienenstand .*\., -1,9 kg, So 11:55$/)
  expect(long.length).toBeGreaterThan(150)
  expect(smsFit(long).fits).toBe(true)
})

test('a name in another alphabet is replaced if it leaves no room for the words', () => {
  const compose = ([name = '']: readonly string[]) =>
    `${name} wurde angehoben, verschoben oder umgekippt, Waldrand, -12,3 kg, So., 11:55`
  expect(fitSmsNames(['улей'], compose)).toMatch(/^\?{4} wurde .* 11:55$/)
})

test('it fits with any names', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), fc.string({ maxLength: 200 }), (hive, place) => {
      const text = fitSmsNames([hive, place], (names) => `Schwarm bei ${names[0]}? ${names[1]}, -1,9 kg`)
      expect(smsFit(text).fits).toBe(true)
      expect(text).toMatch(/^Schwarm bei [\s\S]*\? [\s\S]*, -1,9 kg$/)
    }),
  )
})
