import { parseClaimCode } from '#domain/hives/claim-code.ts'

/** What was recognized on a label: both numbers have 15 digits, the code is `XXXX-XXXX`. */
export type LabelNumbers = { imei?: string; imsi?: string; code?: string }

const NUMBER_DIGITS = 15
/** The first two digits of an IMEI, which name its issuer, unless an IMSI's country code begins the same way. */
const IMEI_BEGINS = /^(0[1-9]|1[0-9]|35|8[0-9]|9[1-9])/
/** The beginning of an IMSI, its country code; 901 is for networks without a country. */
const IMSI_BEGINS = /^([2-7]|901)/

/** Whether the last of 15 digits is the check digit of the others, as in an IMEI: Luhn's algorithm (ISO/IEC 7812-1). */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reduceRight((total, digit, at) => {
    const doubled = Number(digit) * ((digits.length - at) % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/**
 * Combines what the codes on one label say: a link as we print it, `IMEI: …` and the like, or bare numbers. For
 * bare numbers, the check digit tells the IMEI from the IMSI. One IMSI in ten has a valid check digit by chance;
 * then its first digits decide, along with the other numbers found.
 */
export function numbersOf(texts: readonly string[]): LabelNumbers {
  const named: LabelNumbers = {}
  for (const text of texts) for (const [name, value] of namedIn(text)) named[name] ??= value
  const bare = [...new Set(texts.flatMap(bareNumbers))].filter((one) => one !== named.imei && one !== named.imsi)
  const isSure = (one: string) => hasCheckDigit(one) && IMEI_BEGINS.test(one)
  const isDoubtful = (one: string) => hasCheckDigit(one) && !IMEI_BEGINS.test(one)
  const imei = named.imei ?? bare.find(isSure) ?? bare.find(isDoubtful)
  const others = bare.filter((one) => one !== imei && IMSI_BEGINS.test(one))
  const imsi = named.imsi ?? others.find((one) => !hasCheckDigit(one)) ?? others.find(isDoubtful)
  const { code } = named
  return { ...(imei && { imei }), ...(imsi && { imsi }), ...(code && { code }) }
}

const isNumber = (digits: string): boolean => /^\d+$/.test(digits) && digits.length === NUMBER_DIGITS

/** Returns the numbers and codes that a text labels by name, in a link or in front of the value. */
function namedIn(text: string): [keyof LabelNumbers, string][] {
  const numbers = [...text.matchAll(/\b(IMEI|IMSI)\d?\s*[:=#]?\s*(\d[\d -]*)/gi)].map(
    ([, name = '', value = '']) => [name.toLowerCase(), value.replace(/[ -]/g, '')] as ['imei' | 'imsi', string],
  )
  const codes = [...text.matchAll(/\bCODE\s*[:=#]?\s*([\dA-Z]{4}-?[\dA-Z]{4})(?![\dA-Z])/gi)]
  return [
    ...numbers.filter(([, digits]) => isNumber(digits)),
    ...codes.flatMap(([, typed = '']): ['code', string][] => {
      const code = parseClaimCode(typed)
      return code ? [['code', code]] : []
    }),
  ]
}

/** Returns the numbers in a text that names none of them. */
const bareNumbers = (text: string): string[] =>
  namedIn(text).length > 0 ? [] : (text.match(/\d+/g) ?? []).filter(isNumber)
