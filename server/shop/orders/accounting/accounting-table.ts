import { csvNumber, csvStyle, csvText } from '#domain/platform/csv-text.ts'
import type { Locale } from '#domain/platform/locale.ts'
import { amountToPay } from '#domain/shop/order.ts'
import type { AccountingTable } from '#domain/shop/order-accounting.ts'
import { swissDay } from '#domain/shop/vat.ts'
import type { Deps } from '../../../deps.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { readPrice } from '../open-order.ts'
import { readOrdersPlaced, readTaxedPayments } from './accounting-payments.ts'
import type { AccountedOrder } from './accounting-queries.ts'
import { sharesOf, type TaxedShare } from './accounting-split.ts'

/** Lets spreadsheets recognize UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

const taxed = ['rate', 'gross', 'net', 'vat'] as const
const customer = ['customer', 'email', 'zip', 'city', 'country'] as const
const columns = {
  payments: ['received', 'order', 'ordered', ...customer, 'method', 'provider', 'currency', ...taxed],
  orders: [
    'order',
    'ordered',
    ...customer,
    'state',
    'method',
    'currency',
    'total',
    'discount',
    'paid',
    'paidOn',
    ...taxed,
  ],
} as const
type Column = (typeof columns)[AccountingTable][number]
type Period = { from?: number; to?: number }
type Row = Partial<Record<Column, string | number | null>>

/**
 * Reads all rows of a table. Throws 500 `order_damaged`: once the first line has been sent, the table could only break off, and would look complete to
 * whoever opens it.
 */
export async function requireReadable(
  deps: Pick<Deps, 'database'>,
  table: AccountingTable,
  period: Period,
): Promise<void> {
  for await (const _ of rowsOf(deps, table, period));
}

/** Yields a table for bookkeeping, line by line, in the form that a spreadsheet in this language opens. Amounts in francs, rates in percent. */
export async function* writeAccountingTable(
  deps: Pick<Deps, 'database'>,
  table: AccountingTable,
  { locale, period }: { locale: Locale; period: Period },
): AsyncGenerator<string> {
  const style = csvStyle(locale)
  const line = (cells: string[]) => `${cells.join(style.separator)}\r\n`
  const cell = (value: string | number | null | undefined) =>
    typeof value === 'number' ? csvNumber(value / 100, style) : csvText(value ?? '', style)
  yield BYTE_ORDER_MARK +
    line(columns[table].map((column) => csvText(translate(locale, `shop-accounting.column.${column}`), style)))
  for await (const row of rowsOf(deps, table, period)) {
    yield line(columns[table].map((column) => cell(row[column])))
  }
}

const rowsOf = (deps: Pick<Deps, 'database'>, table: AccountingTable, period: Period): AsyncGenerator<Row> =>
  table === 'payments' ? paymentRows(deps, period) : orderRows(deps, period)

async function* paymentRows(deps: Pick<Deps, 'database'>, period: Period): AsyncGenerator<Row> {
  for await (const { order, payment, shares } of readTaxedPayments(deps, period)) {
    const { method, provider } = payment
    for (const share of shares) {
      yield { ...orderCells(order), ...shareCells(share), received: swissDay(payment.received_at), method, provider }
    }
  }
}

async function* orderRows(deps: Pick<Deps, 'database'>, period: Period): AsyncGenerator<Row> {
  for await (const order of readOrdersPlaced(deps, period)) {
    const { discount, paid, state, received_at } = order
    const paidOn = received_at === null ? null : swissDay(received_at)
    const row = {
      ...orderCells(order),
      state,
      method: order.payment_method,
      total: amountToPay(order),
      discount,
      paid,
      paidOn,
    }
    const shares = sharesOf({ total: order.total, discount, vat: readPrice(order).vat })
    if (shares.length === 0) yield row
    for (const share of shares) yield { ...row, ...shareCells(share) }
  }
}

const orderCells = (order: AccountedOrder): Row => ({
  order: order.key,
  ordered: swissDay(order.ordered_at),
  customer: order.company || `${order.firstname} ${order.lastname}`,
  email: order.email,
  zip: order.zip,
  city: order.city,
  country: order.country.toUpperCase(),
  currency: order.currency.toUpperCase(),
})

const shareCells = ({ rate, gross, vat }: TaxedShare): Row => ({ rate, gross, net: gross - vat, vat })
