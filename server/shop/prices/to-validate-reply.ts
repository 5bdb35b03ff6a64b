import type { LabeledPrice, ValidateReply } from '#domain/shop/price.ts'

/** A bill in the form the shop's API returns. */
export const toValidateReply = ({ total, lines, vat, currency, configVersion }: LabeledPrice): ValidateReply => ({
  total,
  items: lines.map(({ kind, key, label, count, unitPrice, amount }) => ({
    kind,
    key,
    label,
    count,
    unitPrice,
    amount,
  })),
  vat: vat.map(({ rate, amount }) => ({ rate: rate / 100, amount })),
  currency,
  configVersion,
})
