/** The longest reference after `RF` and its two check digits. */
const LONGEST = 21

/**
 * The creditor reference (ISO 11649) for an order key: `RF`, two check digits (ISO 7064, modulo 97-10), and the key without its dashes. Throws
 * RangeError for a key that does not fit.
 */
export function creditorReference(orderKey: string): string {
  const body = orderKey.replaceAll('-', '').toUpperCase()
  if (!/^[0-9A-Z]+$/.test(body) || body.length > LONGEST) throw new RangeError(`${orderKey} fits no creditor reference`)
  const check = 98 - modulo97(`${body}RF00`)
  return `RF${String(check).padStart(2, '0')}${body}`
}

/**
 * ISO 7064 modulo 97-10 of digits and capitals, where A is 10 and Z is 35; a valid IBAN or reference, with its first four characters moved to
 * the end, gives 1.
 */
export function modulo97(symbols: string): number {
  const digits = [...symbols].map((symbol) => Number.parseInt(symbol, 36)).join('')
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)
}
