import { type OrderFlag, orderFlags } from '#domain/shop/order.ts'
import type { OrderDetail, OrderEvent } from '#domain/shop/order-administration.ts'
import { orderMailFaults, orderMailTemplates } from '#domain/shop/order-document.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Money, useMoney } from '../../../i18n/money.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { fieldNames } from './field-names.ts'
import { MethodName } from './order-payments.tsx'

/** The history of an order: when, by whom, and what changed; newest first. */
export function OrderHistory({ order: { history, currency } }: { order: Pick<OrderDetail, 'history' | 'currency'> }) {
  return (
    <Card title={<FormattedMessage id="shop-orders.history" />}>
      {history.length === 0 ? (
        <Text tone="neutral">
          <FormattedMessage id="shop-orders.history.none" />
        </Text>
      ) : (
        <Stack as="ol" gap={4}>
          {history.toReversed().map((event) => (
            <Event key={event.id} event={event} currency={currency} />
          ))}
        </Stack>
      )}
    </Card>
  )
}

const isRefund = ({ action, after }: OrderEvent): boolean => action === 'paymentReceived' && Number(after?.amount) < 0

function Event({ event, currency }: { event: OrderEvent; currency: string }) {
  const intl = useIntl()
  return (
    <Stack as="li" gap={0}>
      <Text strong>
        <FormattedMessage id={`shop-orders.history.${isRefund(event) ? 'paymentRefunded' : event.action}`} />
      </Text>
      <Details event={event} ordered={currency} />
      <Text tone="neutral">
        {intl.formatDate(event.at, { dateStyle: 'short', timeStyle: 'short' })} ·{' '}
        {event.email ?? <FormattedMessage id={`shop-orders.history.actor.${event.actor}`} />}
      </Text>
    </Stack>
  )
}

/** `ordered`: the currency of the order. */
function Details({ event: { action, before, after }, ordered }: { event: OrderEvent; ordered: string }) {
  if (!after) return null
  const { amount, currency, method, total, codes } = after
  switch (action) {
    case 'placed':
      return (
        typeof total === 'number' && (
          <Text>
            <Money rappen={total} currency={String(currency ?? 'chf')} />
          </Text>
        )
      )
    case 'paymentReceived':
    case 'paymentPending':
    case 'paymentFailed':
      return (
        typeof amount === 'number' && (
          <Text>
            <Money rappen={amount} currency={String(currency ?? 'chf')} />, <MethodName method={String(method)} />
          </Text>
        )
      )
    case 'mailSent':
    case 'mailFailed':
      return <Mail after={after} />
    case 'fulfilled':
      return typeof codes === 'number' && codes > 0 ? (
        <Text>
          <FormattedMessage id="shop-orders.mail.codes" />: {codes}
        </Text>
      ) : null
    case 'codesRevoked':
    case 'codesRestored':
      return (
        <Text>
          <FormattedMessage
            id={`shop-orders.history.${action}.count`}
            values={{ used: 0, revoked: 0, restored: 0, ...after }}
          />
        </Text>
      )
    case 'flagged':
      return orderFlags
        .filter((flag) => flag in after)
        .map((flag) => <Marked key={flag} flag={flag} on={after[flag] === true} />)
    case 'edited':
      return Object.keys(after).map((field) => (
        <Change key={field} field={field} before={before?.[field]} after={after[field]} currency={ordered} />
      ))
    default:
      return null
  }
}

function Mail({ after: { template, to, fault, answer } }: { after: Record<string, unknown> }) {
  const intl = useIntl()
  const known = orderMailTemplates.find((one) => one === template)
  const why = orderMailFaults.find((one) => one === fault)
  if (!known) return null
  const mail = intl.formatMessage({ id: `shop-orders.mail.${known}` })
  return (
    <>
      <Text>{to ? <FormattedMessage id="shop-orders.history.mail" values={{ mail, to: String(to) }} /> : mail}</Text>
      {why && (
        <Text>
          <FormattedMessage id={`shop-orders.mails.fault.${why}`} />
        </Text>
      )}
      {typeof answer === 'string' && (
        <Text>
          <FormattedMessage id="shop-orders.mails.answer" values={{ answer }} />
        </Text>
      )}
    </>
  )
}

function Marked({ flag, on }: { flag: OrderFlag; on: boolean }) {
  const intl = useIntl()
  const values = { flag: intl.formatMessage({ id: `shop-orders.flag.${flag}` }), on: String(on) }
  return (
    <Text>
      <FormattedMessage id="shop-orders.history.marked" values={values} />
    </Text>
  )
}

function Change({
  field,
  before,
  after,
  currency,
}: {
  field: string
  before: unknown
  after: unknown
  currency: string
}) {
  const intl = useIntl()
  const money = useMoney()
  const name = fieldNames[field]
  const shown = (value: unknown) => {
    if (field === 'discount') return money(Number(value), currency)
    if (!value) return '–'
    const country = field === 'country' && intl.formatDisplayName(String(value).toUpperCase(), { type: 'region' })
    return country || String(value)
  }
  const values = {
    field: name ? intl.formatMessage({ id: name }) : field,
    before: shown(before),
    after: shown(after),
  }
  return (
    <Text>
      <FormattedMessage id="shop-orders.history.change" values={values} />
    </Text>
  )
}
