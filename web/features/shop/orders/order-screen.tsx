import { useQuery } from '@tanstack/react-query'
import { Check, FileText } from 'lucide-react'
import { useRef } from 'react'
import { orderFlags } from '#domain/shop/order.ts'
import type { OrderDetail } from '#domain/shop/order-administration.ts'
import { orderDocumentKinds } from '#domain/shop/order-document.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { useMoney } from '../../../i18n/money.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderBadges } from './order-badges.tsx'
import { OrderBill } from './order-bill.tsx'
import { OrderCustomer } from './order-customer.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderMails } from './order-mails.tsx'
import { OrderPayments } from './order-payments.tsx'
import { documentAddress, orderQuery } from './order-queries.ts'
import { type OrderChangesOf, useOrderChanges } from './use-order-changes.tsx'

/** One order: what was ordered and paid, its history, and its actions. */
export function OrderScreen({ id }: { id: number }) {
  const query = useQuery(orderQuery(id))
  const changes = useOrderChanges(id)
  return <Loaded query={query}>{(order) => <Order order={order} changes={changes} />}</Loaded>
}

function Order({ order, changes }: { order: OrderDetail; changes: OrderChangesOf }) {
  const intl = useIntl()
  const actions = useRef<HTMLDivElement>(null)
  // what is settled disappears together with its button
  useKeptFocus(actions, order)
  return (
    <Stack>
      <Stack gap={2}>
        <Heading>
          <FormattedMessage id="shop-orders.order" values={{ key: order.key }} />
        </Heading>
        <Text tone="neutral">
          {intl.formatDate(order.orderedAt, { dateStyle: 'long', timeStyle: 'short' })} ·{' '}
          <FormattedMessage id={`shop-orders.method.${order.paymentMethod}`} />
        </Text>
        <OrderBadges order={order} />
      </Stack>
      <Attention order={order} changes={changes} />
      <OrderMails order={order} changes={changes} />
      <div ref={actions} tabIndex={-1}>
        <OrderActions order={order} changes={changes} />
      </div>
      <Grid columns="wide">
        <Stack>
          <OrderBill order={order} />
          <OrderPayments order={order} />
          <Documents id={order.id} />
        </Stack>
        <Stack>
          <OrderCustomer order={order} changes={changes} />
          <Marks order={order} changes={changes} />
          <OrderHistory order={order} />
        </Stack>
      </Grid>
    </Stack>
  )
}

function Attention({ order, changes }: { order: OrderDetail; changes: OrderChangesOf }) {
  const money = useMoney()
  const { state, payment, paid, due, currency, fulfilment, usedCodes, codesUnpaid } = order
  const used = { count: usedCodes.length, transmitters: usedCodes.map(({ controllerId }) => controllerId).join(', ') }
  return (
    <>
      {payment === 'overpaid' && state !== 'cancelled' && (
        <Banner
          tone="alarm"
          title={<FormattedMessage id="shop-orders.attention.overpaid" values={{ amount: money(-due, currency) }} />}
        />
      )}
      {state === 'cancelled' && paid > 0 && (
        <Banner
          tone="alarm"
          title={<FormattedMessage id="shop-orders.attention.cancelled" values={{ amount: money(paid, currency) }} />}
        />
      )}
      {order.strangePaymentsOpen && (
        <Banner
          tone="alarm"
          title={<FormattedMessage id="shop-orders.attention.currency" />}
          actions={<Attended what="strangePayments" changes={changes} />}
        />
      )}
      {fulfilment === 'failed' && (
        <Banner tone="alarm" title={<FormattedMessage id="shop-orders.attention.fulfilment" />} />
      )}
      {order.usedCodesOpen && (
        <Banner
          tone="alarm"
          title={<FormattedMessage id="shop-orders.attention.usedCodes" values={used} />}
          actions={<Attended what="usedCodes" changes={changes} />}
        >
          <FormattedMessage id="shop-orders.attention.usedCodes.todo" />
        </Banner>
      )}
      {codesUnpaid && (
        <Banner
          tone="alarm"
          title={<FormattedMessage id="shop-orders.attention.codesUnpaid" values={{ amount: money(due, currency) }} />}
        />
      )}
    </>
  )
}

function Attended({ what, changes }: { what: 'usedCodes' | 'strangePayments'; changes: OrderChangesOf }) {
  return (
    <Button kind="quiet" icon={Check} onClick={() => changes.edit.mutate({ attended: what })}>
      <FormattedMessage id="shop-orders.mails.attended" />
    </Button>
  )
}

function Marks({ order, changes }: { order: OrderDetail; changes: OrderChangesOf }) {
  const flags = orderFlags.filter((flag) => flag !== 'controllerShipped' || !order.digital)
  return (
    <Card title={<FormattedMessage id="shop-orders.flags" />}>
      <Stack gap={1}>
        {flags.map((flag) => (
          <Switch
            key={flag}
            label={<FormattedMessage id={`shop-orders.flag.${flag}`} />}
            checked={order.flags.includes(flag)}
            onChange={({ target }) => changes.edit.mutate({ flags: { [flag]: target.checked } })}
          />
        ))}
      </Stack>
    </Card>
  )
}

function Documents({ id }: { id: number }) {
  return (
    <Card title={<FormattedMessage id="shop-orders.documents" />}>
      <Stack gap={2}>
        <Text tone="neutral">
          <FormattedMessage id="shop-orders.documents.hint" />
        </Text>
        <Row>
          {orderDocumentKinds.map((kind) => (
            <ButtonAnchor key={kind} icon={FileText} href={documentAddress(id, kind)} target="_blank" rel="noopener">
              <FormattedMessage id={`shop-orders.documents.${kind}`} />
            </ButtonAnchor>
          ))}
        </Row>
      </Stack>
    </Card>
  )
}
