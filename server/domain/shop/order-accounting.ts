import * as v from 'valibot'
import { Rappen } from './order.ts'

/** What was received at one VAT rate (hundredths of a percent), in Rappen; `gross` is `net` plus `vat`. */
export const VatReportLine = v.object({ rate: v.number(), gross: Rappen, net: Rappen, vat: Rappen })
export type VatReportLine = v.InferOutput<typeof VatReportLine>

/**
 * Turnover and VAT of a quarter by what was received in it (Swiss time; `to` is its last day). `overpaid`: what was received beyond the
 * price of orders, which is not turnover.
 */
export const VatReport = v.object({
  year: v.number(),
  quarter: v.number(),
  from: v.string(),
  to: v.string(),
  currency: v.string(),
  payments: v.number(),
  lines: v.array(VatReportLine),
  total: v.omit(VatReportLine, ['rate']),
  overpaid: Rappen,
})
export type VatReport = v.InferOutput<typeof VatReport>

/** `payments`: one row per payment and VAT rate, by the time it was received; `orders`: one per order, by the time it was placed. */
export const accountingTables = ['payments', 'orders'] as const
export const AccountingTable = v.picklist(accountingTables)
export type AccountingTable = v.InferOutput<typeof AccountingTable>
