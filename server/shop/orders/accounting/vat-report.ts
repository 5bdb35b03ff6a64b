import { DAY_MS } from '#domain/platform/durations.ts'
import type { VatReport, VatReportLine } from '#domain/shop/order-accounting.ts'
import { swissPeriod } from '#domain/shop/swiss-period.ts'
import type { Deps } from '../../../deps.ts'
import { readTaxedPayments } from './accounting-payments.ts'

/**
 * Turnover and VAT of a quarter by the payments received in it, for businesses that account on a cash basis (Swiss VAT act, art. 39 § 2:
 * "vereinnahmte Entgelte"). Refunds are deducted in the quarter in which they were paid.
 */
export async function reportVat(
  deps: Pick<Deps, 'database'>,
  { year, quarter }: { year: number; quarter: number },
): Promise<VatReport> {
  const { from, to } = quarterDays(year, quarter)
  const lines = new Map<number, VatReportLine>()
  const seen = new Set<number>()
  let overpaid = 0
  for await (const { payment, shares } of readTaxedPayments(deps, swissPeriod(from, to))) {
    seen.add(payment.id)
    for (const { rate, gross, vat } of shares) {
      if (rate === null) {
        overpaid += gross
        continue
      }
      const line = lines.get(rate) ?? { rate, gross: 0, net: 0, vat: 0 }
      lines.set(rate, { rate, gross: line.gross + gross, net: line.net + gross - vat, vat: line.vat + vat })
    }
  }
  const all = [...lines.values()].toSorted((a, b) => b.rate - a.rate)
  const sum = (name: 'gross' | 'net' | 'vat') => all.reduce((total, line) => total + line[name], 0)
  const total = { gross: sum('gross'), net: sum('net'), vat: sum('vat') }
  return { year, quarter, from, to, currency: 'chf', payments: seen.size, lines: all, total, overpaid }
}

/** The first and last day of a quarter (1 to 4). */
export function quarterDays(year: number, quarter: number): { from: string; to: string } {
  const from = Date.UTC(year, (quarter - 1) * 3, 1)
  const to = Date.UTC(year, quarter * 3, 1) - DAY_MS
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return { from: day(from), to: day(to) }
}
