import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import * as v from 'valibot'
import { Locale } from '#domain/platform/locale-schema.ts'
import { Day } from '#domain/platform/moment.ts'
import { AccountingTable, VatReport } from '#domain/shop/order-accounting.ts'
import { swissPeriod } from '#domain/shop/swiss-period.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Env } from '../../../platform/http/env.ts'
import { requireAccount, requireAdmin } from '../../../platform/http/require-account.ts'
import { answers } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import { textStream } from '../../../platform/http/text-stream.ts'
import { requireReadable, writeAccountingTable } from './accounting-table.ts'
import { reportVat } from './vat-report.ts'

const LONGEST_MS = 1100 * 24 * 3600_000

const whole = (minimum: number, maximum: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number), v.minValue(minimum), v.maxValue(maximum))
const Quarter = v.object({ year: whole(2016, 2200), quarter: whole(1, 4) })
/** `language`: that of the table, since a download request carries only the browser's own. */
const TableQuery = v.object({ table: AccountingTable, from: Day, to: Day, language: v.optional(Locale) })

const describeTable = describeRoute({
  tags: ['shop'],
  summary:
    'Payments or orders of a range of days (Swiss time, inclusive) as a text table, with a row for each VAT rate',
  responses: { 200: { description: 'The table', content: { 'text/csv': {} } } },
})

/** Routes for bookkeeping. */
export const accountingRoutes = (deps: Pick<Deps, 'database' | 'logger'>) =>
  new Hono<Env>()
    .get(
      '/shop/accounting/vat',
      answers('shop', 'Turnover and VAT of a quarter, by payments received in it', VatReport),
      requireAccount,
      requireAdmin,
      validate('query', Quarter),
      async (c) => c.json(await reportVat(deps, c.req.valid('query'))),
    )
    .get(
      '/shop/accounting/table',
      describeTable,
      requireAccount,
      requireAdmin,
      validate('query', TableQuery),
      async (c) => {
        const { table, from, to, language: locale = c.get('locale') } = c.req.valid('query')
        if (Date.parse(to) - Date.parse(from) > LONGEST_MS) throw new AppError(400, 'range_too_large')
        const period = swissPeriod(from, to)
        await requireReadable(deps, table, period)
        const parts = writeAccountingTable(deps, table, { locale, period })
        return c.body(textStream(parts, deps.logger), 200, {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${table}-${from}-${to}.csv"`,
        })
      },
    )
