import { FormattedMessage } from 'react-intl'
import type { Controller } from '#domain/controller.ts'
import { Card } from '../../ui/card.tsx'
import { Stack } from '../../ui/layout.tsx'
import { RenewForm } from './renew-form.tsx'
import { Renewals } from './renewals.tsx'
import { SubscriptionStateWords } from './subscription-state.tsx'

/** The subscription of one's own transmitter: how long it runs, and a longer one by an order key. */
export function RenewCard({
  controller: { id, subscriptionState: state, subscriptionEnd: end },
  now,
}: {
  controller: Pick<Controller, 'id' | 'subscriptionState' | 'subscriptionEnd'>
  now: () => number
}) {
  if (state === 'off' || end === null) return null
  return (
    <Card
      title={
        <span id="subscription">
          <FormattedMessage id="subscription.title" />
        </span>
      }
    >
      <Stack>
        <SubscriptionStateWords state={state} end={end} now={now()} />
        <RenewForm controllerId={id} />
        <Renewals controllerId={id} />
      </Stack>
    </Card>
  )
}
