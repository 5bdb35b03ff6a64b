import { useQuery } from '@tanstack/react-query'
import { Calculator, Download } from 'lucide-react'
import { useState } from 'react'
import type { VatReport } from '#domain/shop/order-accounting.ts'
import { swissDay } from '#domain/shop/vat.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Money, useMoney } from '../../../i18n/money.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { ButtonAnchor } from '../../../ui/button.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { DateRange } from '../../../ui/fields/date-range.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { tableAddress, vatReportQuery } from './order-queries.ts'

const FIRST_YEAR = 2016
const quarters = ['1', '2', '3', '4'] as const

/** What bookkeeping needs: a quarter's turnover and VAT, and tables of payments and orders. */
export function AccountingScreen() {
  const intl = useIntl()
  const [year, month] = swissDay(Date.now()).split('-').map(Number) as [number, number]
  const [chosen, choose] = useState({ year, quarter: Math.ceil(month / 3) })
  const query = useQuery(vatReportQuery(chosen.year, chosen.quarter))
  const years = Array.from({ length: year - FIRST_YEAR + 1 }, (_, back) => String(year - back))
  return (
    <Stack>
      <Text tone="neutral">
        <FormattedMessage id="shop-accounting.lead" />
      </Text>
      <Grid columns="medium">
        <Select
          label={<FormattedMessage id="shop-accounting.year" />}
          value={String(chosen.year)}
          onChange={({ target }) => choose({ ...chosen, year: Number(target.value) })}
          options={years.map((value) => ({ value, label: value }))}
        />
        <Select
          label={<FormattedMessage id="shop-accounting.quarter" />}
          value={String(chosen.quarter)}
          onChange={({ target }) => choose({ ...chosen, quarter: Number(target.value) })}
          options={quarters.map((value) => ({
            value,
            label: intl.formatMessage({ id: `shop-accounting.quarter.${value}` }),
          }))}
        />
      </Grid>
      <Loaded query={query}>
        {(report) => (
          <Stack>
            <Report report={report} />
            <Tables key={report.from} report={report} />
          </Stack>
        )}
      </Loaded>
    </Stack>
  )
}

function Report({ report: { lines, total, payments, overpaid } }: { report: VatReport }) {
  const intl = useIntl()
  const money = useMoney()
  const word = (id: 'rate' | 'gross' | 'net' | 'vat') => intl.formatMessage({ id: `shop-accounting.${id}` })
  const together = { rate: null, ...total }
  const amount = (id: 'gross' | 'net' | 'vat', phone: 'fact' | 'hidden') => ({
    id,
    header: word(id),
    align: 'end' as const,
    cell: (line: VatReport['total']) => <Money rappen={line[id]} />,
    phone,
  })
  return (
    <Card
      title={<FormattedMessage id="shop-accounting.report" />}
      meta={<FormattedMessage id="shop-accounting.payments" values={{ count: payments }} />}
    >
      <Stack>
        <Table
          caption={intl.formatMessage({ id: 'shop-accounting.report' })}
          rows={lines.length === 0 ? [] : [...lines, together]}
          rowKey={({ rate }) => rate ?? 'together'}
          columns={[
            {
              id: 'rate',
              header: word('rate'),
              cell: ({ rate }) =>
                rate === null ? (
                  <FormattedMessage id="shop-accounting.together" />
                ) : (
                  intl.formatNumber(rate / 10_000, { style: 'percent', maximumFractionDigits: 2 })
                ),
            },
            amount('gross', 'fact'),
            amount('net', 'hidden'),
            amount('vat', 'fact'),
          ]}
          empty={
            <EmptyState
              icon={Calculator}
              title={<FormattedMessage id="shop-accounting.report.none" />}
              next={<FormattedMessage id="shop-accounting.report.none.next" />}
            />
          }
        />
        {overpaid !== 0 && (
          <Banner
            tone="stale"
            title={<FormattedMessage id="shop-accounting.overpaid" values={{ amount: money(overpaid) }} />}
          />
        )}
      </Stack>
    </Card>
  )
}

function Tables({ report }: { report: VatReport }) {
  const intl = useIntl()
  const [period, setPeriod] = useState({ from: report.from, to: report.to })
  return (
    <Card title={<FormattedMessage id="shop-accounting.tables" />}>
      <Stack>
        <Text tone="neutral">
          <FormattedMessage id="shop-accounting.tables.why" />
        </Text>
        <DateRange
          label={intl.formatMessage({ id: 'shop-accounting.tables.period' })}
          value={period}
          onChange={setPeriod}
        />
        <Row>
          <ButtonAnchor icon={Download} href={tableAddress('payments', period)} download>
            <FormattedMessage id="shop-accounting.tables.payments" />
          </ButtonAnchor>
          <ButtonAnchor icon={Download} href={tableAddress('orders', period)} download>
            <FormattedMessage id="shop-accounting.tables.orders" />
          </ButtonAnchor>
        </Row>
      </Stack>
    </Card>
  )
}
