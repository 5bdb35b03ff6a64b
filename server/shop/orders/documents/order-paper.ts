import type { Locale } from '#domain/platform/locale.ts'
import type { OrderDocumentKind } from '#domain/shop/order-document.ts'
import type { Creditor } from '#domain/shop/shop-config.ts'
import { type BillDebtor, isBillCurrency } from '../../qr-bill/qr-bill.ts'

/**
 * The content of an order's papers. Money in Rappen, times in epoch ms, VAT rates in hundredths of a percent (810 is 8.1 %). `total`: the full
 * amount to pay, after `discount`; `due`: the unpaid part of it.
 */
export type OrderPaper = {
  key: string
  language: Locale
  seller: string
  orderedAt: number
  currency: string
  customer: BillDebtor
  /** Null for lines without a number, rate or price of their own. */
  lines: {
    label: string
    count: number | null
    vatRate: number | null
    unitPrice: number | null
    amount: number | null
  }[]
  /** Added to the lines: VAT on top of the prices, and rounding. */
  additions: { label: string; amount: number }[]
  discount: number
  total: number
  /** The VAT included in `total`. */
  vat: { rate: number; net: number; amount: number }[]
  payments: { receivedAt: number; amount: number; method: string }[]
  due: number
  prepayment: boolean
  /** The customer's remark. */
  remark: string
  pickup: string | undefined
  creditor: Creditor
  contact: { email: string; phone?: string | undefined }
  paymentDays: number
  terms: string | undefined
}

/** Whether a paper has a payment part: if a transfer is due, in a currency that the QR-bill supports. */
export function hasPaymentPart(kind: OrderDocumentKind, paper: OrderPaper): boolean {
  if (paper.due <= 0 || !isBillCurrency(paper.currency.toUpperCase())) return false
  return kind === 'invoice' || kind === 'advance' || (kind === 'confirmation' && paper.prepayment)
}
