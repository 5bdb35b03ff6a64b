import type { countries } from '../platform/country.ts'

type Country = (typeof countries)[number]

/** Dialing codes, and the trunk prefix of national numbers that is dropped after the code. */
const dialling: Record<Country, { code: string; trunk: string }> = {
  ch: { code: '41', trunk: '0' },
  de: { code: '49', trunk: '0' },
  at: { code: '43', trunk: '0' },
  it: { code: '39', trunk: '' },
  li: { code: '423', trunk: '' },
  fr: { code: '33', trunk: '0' },
  lu: { code: '352', trunk: '' },
  es: { code: '34', trunk: '' },
  be: { code: '32', trunk: '0' },
  dk: { code: '45', trunk: '' },
  nl: { code: '31', trunk: '0' },
  no: { code: '47', trunk: '' },
  se: { code: '46', trunk: '0' },
}

/** Swiss mobile numbers; for other countries only the length is checked. */
const SWISS_MOBILE = /^\+417[4-9]\d{7}$/
const E164 = /^\+[1-9]\d{7,14}$/

/**
 * Converts a number as people write it to E.164 (`+41791234567`); a national number belongs to `country` (lower-case ISO 3166, otherwise
 * Switzerland). Returns undefined if it cannot receive SMS.
 */
export function readPhoneNumber(text: string, country: string): string | undefined {
  const written = text
    .trim()
    .replace(/\(0\)/, '')
    .replace(/[\s\u00a0\u202f()./–-]/g, '')
    .replace(/^00/, '+')
  if (!/^\+?\d{1,20}$/.test(written)) return undefined
  const { code, trunk } = Object.hasOwn(dialling, country) ? dialling[country as Country] : dialling.ch
  const number = written.startsWith('+')
    ? written
    : `+${code}${trunk && written.startsWith(trunk) ? written.slice(trunk.length) : written}`
  if (!E164.test(number)) return undefined
  return number.startsWith('+41') && !SWISS_MOBILE.test(number) ? undefined : number
}
