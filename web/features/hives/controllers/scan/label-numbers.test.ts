import { describe, expect, test } from 'vitest'
import { makeClaimCode } from '#domain/hives/claim-code.ts'
import { hasCheckDigit, numbersOf } from './label-numbers.ts'

const imei = '356938035643809'
const imsi = '228011234567890'
/** An IMSI whose last digit happens to be a valid check digit. */
const luckyImsi = '228011234567892'
const code = makeClaimCode([1, 2, 3, 4, 5, 6, 7])

test('an IMEI has a check digit, an IMSI has a valid one only by chance', () => {
  expect(['356938035643809', '490154203237518', '868186040012348'].map(hasCheckDigit)).toEqual([true, true, false])
  expect(hasCheckDigit(imsi)).toBe(false)
  expect(hasCheckDigit(luckyImsi)).toBe(true)
  for (let at = 0; at < imei.length; at++) {
    const wrong = imei.slice(0, at) + ((Number(imei[at]) + 1) % 10) + imei.slice(at + 1)
    expect(hasCheckDigit(wrong), wrong).toBe(false)
  }
})

describe('a label says', () => {
  test.each<[string, string[], object]>([
    [
      'all in our own code',
      [`https://hives.example.org/settings/register?imei=${imei}&imsi=${imsi}&code=${code}`],
      { imei, imsi, code },
    ],
    [
      'the numbers in our own code',
      [`http://localhost:8080/settings/register?imei=${imei}&imsi=${imsi}`],
      { imei, imsi },
    ],
    [
      'the IMEI in our own code, though it has no check digit',
      ['/r?imei=123456789012345'],
      { imei: '123456789012345' },
    ],
    ['two bar codes', [imei, imsi], { imei, imsi }],
    ['two bar codes, the other first', [imsi, imei], { imei, imsi }],
    ['an IMSI with a right check digit', [luckyImsi, imei], { imei, imsi: luckyImsi }],
    ['the IMEI alone', [imei], { imei }],
    ['the IMSI alone', [imsi], { imsi }],
    ['the IMEI twice', [imei, imei], { imei }],
    ['an IMSI of networks without a country', ['901700000012345', imei], { imei, imsi: '901700000012345' }],
    ['two IMEI, as of two slots', [imei, '356938035643817', imsi], { imei, imsi }],
    ['words', [`IMEI: ${imei}`, `IMSI:${imsi}`], { imei, imsi }],
    ['words in one code', [`SN:12345678;IMEI:${imei};IMSI:${imsi};`], { imei, imsi }],
    ['words without anything between', [`IMEI${imei}`], { imei }],
    ['words on one line', [`IMEI:${imei} IMSI:${imsi} CODE:${code}`], { imei, imsi, code }],
    ['numbers in groups', ['IMEI 35 693803 564380 9\nIMSI 228-01-1234567890'], { imei, imsi }],
    ['the number of the slot', [`IMEI1: ${imei}`], { imei }],
    ['small letters', [`imei=${imei}`], { imei }],
    ['an IMEI that a word calls IMSI', [`IMSI: ${imei}`], { imsi: imei }],
    ['the claim code beside the numbers', [imei, imsi, `CODE ${code}`], { imei, imsi, code }],
    ['a claim code without its dash', [`code=${code.replace('-', '')}`], { code }],
    ['a claim code with a wrong character', [`code=${code.slice(0, -1)}?`, imei], { imei }],
    ['the number of a SIM card', ['89410112345678901234', imei], { imei }],
    ['an IMEI with its version', ['3569380356438012'], {}],
    ['a number too short', ['35693803564380'], {}],
    ['a number too long after its word', [`IMEI: ${imei}1`], {}],
    ['something else', ['https://example.org/', 'WIFI:S:hive;T:WPA;P:x;;', '7610400077415', ''], {}],
    ['digits of other scripts', ['٣٥٦٩٣٨٠٣٥٦٤٣٨٠٩'], {}],
    ['15 digits that are neither', ['012345678901234'], {}],
    ['nothing', [], {}],
  ])('%s', (_, texts, said) => {
    expect(numbersOf(texts)).toEqual(said)
  })
})

test('a very long code is read quickly', () => {
  expect(numbersOf([`IMEI ${' '.repeat(5000)}${'-'.repeat(5000)}`, '1'.repeat(5000), 'IMEI:'.repeat(2000)])).toEqual({})
})
