import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaymentMethod } from '#domain/shop/cart.ts'
import type { OrderStatus } from '#domain/shop/order.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Money } from '../../../i18n/money.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { ChoiceList } from '../../../ui/fields/choice-list.tsx'
import { Reading, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Heading } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Banner } from '../../../ui/status/banner.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { Contact } from './contact.tsx'
import { CustomerMails } from './customer-mails.tsx'
import { type PaymentState, paymentOf } from './payment-state.ts'
import { orderStatusQuery, payOrder } from './shop-queries.ts'
import { isOpen, stepsOf } from './shop-steps.ts'
import { StepLink } from './step-link.tsx'
import type { StepProps } from './step-props.ts'

const tones = {
  paid: 'ok',
  bill: 'ok',
  pending: 'neutral',
  partlyPaid: 'stale',
  waiting: 'stale',
  givenUp: 'stale',
  failed: 'alarm',
  completed: 'neutral',
  cancelled: 'stale',
} as const satisfies Record<PaymentState, string>

/** The states in which an order is paid here. */
const payable: readonly PaymentState[] = ['partlyPaid', 'waiting', 'givenUp', 'failed']

/** The result of an order, for anyone with its key: paid, waiting or failed, and what to do next. */
export function CompletionScreen({
  orderKey,
  gaveUp,
  mode,
  config,
}: { orderKey: string; gaveUp: boolean } & Pick<StepProps, 'mode' | 'config'>) {
  const query = useQuery(orderStatusQuery(orderKey))
  return (
    <Loaded query={query} age={false}>
      {(order) => (
        <Completion order={order} gaveUp={gaveUp} mode={mode} config={config} onPaid={() => void query.refetch()} />
      )}
    </Loaded>
  )
}

function Completion({
  order,
  gaveUp,
  mode,
  config,
  onPaid,
}: { order: OrderStatus; gaveUp: boolean; onPaid: () => void } & Pick<StepProps, 'mode' | 'config'>) {
  const payment = paymentOf(order, gaveUp)
  const tooMuch = payment === 'paid' ? order.paid - order.total : 0
  const sum = (id: 'total' | 'paid' | 'tooMuch' | 'due', rappen: number) => ({
    id,
    name: <FormattedMessage id={`shop-wizard.${id}`} />,
    value: <Money rappen={rappen} />,
  })
  return (
    <Stack gap={5}>
      <Banner tone={tones[payment]} title={<FormattedMessage id={`shop-wizard.state.${payment}`} />}>
        <Next order={order} payment={payment} />
      </Banner>
      <CustomerMails order={order} />
      <Facts
        facts={[
          { id: 'key', name: <FormattedMessage id="shop-wizard.order" />, value: order.key },
          sum('total', order.total),
          ...(order.paid > 0 && (order.due > 0 || tooMuch > 0) ? [sum('paid', order.paid)] : []),
          ...(tooMuch > 0 ? [sum('tooMuch', tooMuch)] : []),
          ...(order.due > 0 ? [sum('due', order.due)] : []),
        ]}
      />
      {payable.includes(payment) && <PayAgain order={order} config={config} onPaid={onPaid} />}
      <Contact mail={config.mail} />
      <Row>
        {isOpen(mode, config) && (
          <StepLink mode={mode} step={stepsOf(mode)[0]!}>
            <FormattedMessage id="shop-wizard.again" />
          </StepLink>
        )}
        <ButtonLink to="/dashboard" kind="quiet">
          <FormattedMessage id="shop-wizard.toDashboard" />
        </ButtonLink>
      </Row>
    </Stack>
  )
}

/** What happens now, or what the customer can do. */
function Next({ order: { digital, paid, state }, payment }: { order: OrderStatus; payment: PaymentState }) {
  if (payment === 'cancelled' && paid > 0) {
    return <FormattedMessage id="shop-wizard.state.cancelled.paid" values={{ paid: <Money rappen={paid} /> }} />
  }
  if (payment === 'failed' && paid > 0) {
    return <FormattedMessage id="shop-wizard.state.failed.partlyPaid" values={{ paid: <Money rappen={paid} /> }} />
  }
  if (payment !== 'paid') return <FormattedMessage id={`shop-wizard.state.${payment}.next`} />
  // what was sent long ago is not to be sent again
  if (state === 'completed' && !digital) return <FormattedMessage id="shop-wizard.state.completed.next" />
  const what = digital ? 'digital' : 'hardware'
  return <FormattedMessage id={`shop-wizard.state.paid.${what}`} />
}

/** Pays an order that was already placed, by the same method or another. */
function PayAgain({
  order: { key, paymentMethod },
  config: { paymentMethods },
  onPaid,
}: { order: OrderStatus; onPaid: () => void } & Pick<StepProps, 'config'>) {
  const [method, choose] = useState<PaymentMethod>(paymentMethod)
  const pay = useMutation({
    mutationFn: () => payOrder(key, method),
    onSuccess: ({ paymentUrl }) => {
      if (paymentUrl) window.location.assign(paymentUrl)
      else onPaid()
    },
    meta: { tellsItself: true },
  })
  return (
    <Stack gap={4}>
      <Heading>
        <FormattedMessage id="shop-wizard.pay.title" />
      </Heading>
      <Reading>
        <ChoiceList
          label={<FormattedMessage id="shop-wizard.payment" />}
          value={method}
          onChange={choose}
          choices={paymentMethods.map((value) => ({
            value,
            label: <FormattedMessage id={`shop-wizard.payment.${value}`} />,
            hint: <FormattedMessage id={`shop-wizard.payment.${value}.hint`} />,
          }))}
        />
      </Reading>
      {pay.error && <Refusal title={<ErrorWords error={pay.error} />} />}
      <Row>
        <Button kind="primary" busy={pay.isPending} onClick={() => pay.mutate()}>
          <FormattedMessage id="shop-wizard.pay" />
        </Button>
      </Row>
    </Stack>
  )
}
