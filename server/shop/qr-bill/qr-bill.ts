import type { Data } from 'swissqrbill/types'
import type { Creditor } from '#domain/shop/shop-config.ts'
import { creditorReference, modulo97 } from './creditor-reference.ts'
import { printableText } from './printable-text.ts'

/** The payee, from the shop's configuration. */
export type BillCreditor = Pick<Creditor, 'name' | 'street' | 'number' | 'zip' | 'city' | 'country' | 'iban'>

export type BillDebtor = {
  firstname: string
  lastname: string
  company: string
  street: string
  zip: string
  city: string
  country: string
}

/** A field of the creditor that does not fit on a QR-bill. */
export class BillFault extends Error {
  readonly field: keyof BillCreditor

  constructor(field: keyof BillCreditor) {
    super(`the creditor's ${field} fits no QR-bill`)
    this.field = field
  }
}

const LONGEST = { name: 70, street: 70, number: 16, zip: 16, city: 35 } as const
const LARGEST_RAPPEN = 99_999_999_999
const HOUSE_NUMBER = /^(.*\S)\s+(\d{1,4}\s?[a-zA-Z]?(?:\s?[-/+]\s?\d{1,4}\s?[a-zA-Z]?)?)$/
/** A number after one of these belongs to it: it is not a house number. */
const PO_BOX =
  /(?:^|[\s,])(?:postfach|p\.?\s?o\.?\s?box|case postale|casella postale|boîte postale|apartado(?: de correos)?|c\.?p\.?|b\.?p\.?)$/i

export const isBillCurrency = (currency: string): currency is 'CHF' | 'EUR' => currency === 'CHF' || currency === 'EUR'

/**
 * The content of a QR-bill (SIX, Swiss Implementation Guidelines QR-bill 2.3), each field within its characters and length; the amount in
 * Rappen. Throws `BillFault` if the creditor does not fit. A customer who does not fit is left out: the standard then shows a blank frame to
 * fill in.
 */
export function toBill(bill: {
  orderKey: string
  amount: number
  currency: 'CHF' | 'EUR'
  creditor: BillCreditor
  debtor: BillDebtor
  message: string
}): Data {
  if (!Number.isInteger(bill.amount) || bill.amount < 1 || bill.amount > LARGEST_RAPPEN) {
    throw new RangeError(`a bill over ${bill.amount} Rappen`)
  }
  const debtor = debtorOf(bill.debtor)
  return {
    currency: bill.currency,
    amount: bill.amount / 100,
    reference: creditorReference(bill.orderKey),
    message: printableText(bill.message).text.slice(0, 140),
    creditor: toBillCreditor(bill.creditor),
    ...(debtor ? { debtor } : {}),
  }
}

/** The creditor in the form of a QR-bill. Throws `BillFault`. */
export function toBillCreditor(creditor: BillCreditor): Data['creditor'] {
  const field = (name: keyof typeof LONGEST, required: boolean): string => {
    const { text, complete } = printableText(creditor[name] ?? '')
    if (!complete || text.length > LONGEST[name] || (required && text === '')) throw new BillFault(name)
    return text
  }
  const number = field('number', false)
  return {
    name: field('name', true),
    address: field('street', false),
    ...(number ? { buildingNumber: number } : {}),
    zip: field('zip', true),
    city: field('city', true),
    country: countryOf(creditor.country) ?? refuse('country'),
    account: ibanOf(creditor.iban) ?? refuse('iban'),
  }
}

function refuse(field: keyof BillCreditor): never {
  throw new BillFault(field)
}

function debtorOf(debtor: BillDebtor): Data['debtor'] | undefined {
  const field = (value: string, name: keyof typeof LONGEST) => {
    const { text, complete } = printableText(value)
    return complete ? text.slice(0, LONGEST[name]).trim() : undefined
  }
  const name = field(debtor.company.trim() || `${debtor.firstname} ${debtor.lastname}`, 'name')
  const [street, number] = partsOfStreet(debtor.street.trim())
  const address = field(street, 'street')
  const buildingNumber = field(number, 'number')
  const zip = field(debtor.zip, 'zip')
  const city = field(debtor.city, 'city')
  const country = countryOf(debtor.country)
  if (!name || address === undefined || !zip || !city || !country) return undefined
  return { name, address, ...(buildingNumber ? { buildingNumber } : {}), zip, city, country }
}

function partsOfStreet(typed: string): [street: string, number: string] {
  const [, street = '', number = ''] = HOUSE_NUMBER.exec(typed) ?? []
  return street === '' || PO_BOX.test(street) ? [typed, ''] : [street, number]
}

const countryOf = (country: string): string | undefined =>
  /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : undefined

/** A Swiss or Liechtenstein IBAN with valid check digits; QR-IBANs (institution 30000 to 31999) are excluded, as they allow no such reference. */
function ibanOf(typed: string): string | undefined {
  const iban = typed.replace(/\s/g, '').toUpperCase()
  if (!/^(CH|LI)\d{7}[0-9A-Z]{12}$/.test(iban)) return undefined
  if (modulo97(iban.slice(4) + iban.slice(0, 4)) !== 1) return undefined
  const institution = Number(iban.slice(4, 9))
  return institution >= 30_000 && institution <= 31_999 ? undefined : iban
}
