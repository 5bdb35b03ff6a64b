import { ShoppingCart } from 'lucide-react'
import type { Controller } from '#domain/hives/controller.ts'
import { appSettings } from '../../../app-settings.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Reading, Row, Stack } from '../../../ui/layout/layout.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { RenewForm } from './renew-form.tsx'
import { Renewals } from './renewals.tsx'
import { SubscriptionStateWords } from './subscription-state.tsx'

/** The subscription of one's own transmitter: how long it lasts, and renewal by an order key. */
export function RenewCard({
  controller: { id, subscriptionState: state, subscriptionEnd: end },
  now,
}: {
  controller: Pick<Controller, 'id' | 'subscriptionState' | 'subscriptionEnd'>
  now: () => number
}) {
  if (state === 'off' || end === null) return null
  return (
    <Card title={<FormattedMessage id="subscription.title" />}>
      <Reading>
        <Stack>
          <SubscriptionStateWords state={state} end={end} now={now()} />
          {appSettings.shop && (
            <Row>
              <ButtonLink icon={ShoppingCart} to="/subscriptionShop" search={{ controller: id }}>
                <FormattedMessage id="subscription.buy" />
              </ButtonLink>
            </Row>
          )}
          <RenewForm controllerId={id} end={end} />
          <Renewals controllerId={id} />
        </Stack>
      </Reading>
    </Card>
  )
}
