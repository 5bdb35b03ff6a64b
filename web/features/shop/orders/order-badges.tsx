import { Ban, CircleAlert, CircleCheck, CircleDashed, CircleDot, type LucideIcon, Package } from 'lucide-react'
import type { OrderPayment, OrderState } from '#domain/shop/order.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import type { Tone } from '../../../ui/tone.ts'

const states: Record<OrderState, { tone: Tone; icon: LucideIcon }> = {
  open: { tone: 'accent', icon: Package },
  completed: { tone: 'ok', icon: CircleCheck },
  cancelled: { tone: 'neutral', icon: Ban },
}
const payments: Record<OrderPayment, { tone: Tone; icon: LucideIcon }> = {
  open: { tone: 'stale', icon: CircleDashed },
  partlyPaid: { tone: 'stale', icon: CircleDot },
  paid: { tone: 'ok', icon: CircleCheck },
  overpaid: { tone: 'alarm', icon: CircleAlert },
}

const StateBadge = ({ state }: { state: OrderState }) => (
  <Badge {...states[state]}>
    <FormattedMessage id={`shop-orders.state.${state}`} />
  </Badge>
)

const PaymentBadge = ({ payment }: { payment: OrderPayment }) => (
  <Badge {...payments[payment]}>
    <FormattedMessage id={`shop-orders.payment.${payment}`} />
  </Badge>
)

/** The status of an order: its state, its payment, and whether it needs attention. */
export const OrderBadges = ({
  order: { state, payment, needsAttention },
}: {
  order: { state: OrderState; payment: OrderPayment; needsAttention: boolean }
}) => (
  <Row gap={1}>
    <StateBadge state={state} />
    <PaymentBadge payment={payment} />
    {needsAttention && (
      <Badge tone="alarm" icon={CircleAlert}>
        <FormattedMessage id="shop-orders.attention" />
      </Badge>
    )}
  </Row>
)
