import { useQuery } from '@tanstack/react-query'
import { Store } from 'lucide-react'
import { useEffect } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Page } from '../../../ui/layout/layout.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { followCarts } from './cart-state.ts'
import { CompletionStep } from './completion-step.tsx'
import { OrderSteps } from './order-steps.tsx'
import { shopConfigQuery } from './shop-queries.ts'
import { isOpen, kindOf } from './shop-steps.ts'
import type { WizardProps } from './step-props.ts'
import { useDeliveryCountries } from './use-delivery-countries.ts'

/** One of the shop's two wizards, at one of its steps. */
export function ShopWizard(props: WizardProps) {
  const { customer, mode, step } = props
  const query = useQuery(shopConfigQuery)
  const countries = useDeliveryCountries(query.data)
  // a sign-out removes the carts
  useEffect(() => followCarts(customer?.id), [customer?.id])
  const isClosed =
    (query.data && !isOpen(mode, query.data)) ||
    (query.error instanceof ApiError && query.error.code === 'shop_unavailable')
  // who has ordered still sees their order, and can pay it
  if (isClosed && !(step === 'completion' && query.data)) return <ShopUnavailable />
  return (
    <Page
      title={<FormattedMessage id={`shop-wizard.step.${step}`} />}
      lead={
        <>
          <FormattedMessage id={`shop-wizard.lead.${kindOf(mode)}`} />
          {countries && mode !== 'digital' && (
            <>
              {' '}
              <FormattedMessage id="shop-wizard.delivery" values={{ countries }} />
            </>
          )}
        </>
      }
    >
      <Loaded query={query} age={false}>
        {(config) =>
          step === 'completion' ? (
            <CompletionStep mode={mode} config={config} orderKey={props.orderKey} gaveUp={props.gaveUp} />
          ) : (
            <OrderSteps {...props} step={step} config={config} />
          )
        }
      </Loaded>
    </Page>
  )
}

function ShopUnavailable() {
  return (
    <Page title={<FormattedMessage id="shop-wizard.title" />}>
      <EmptyState
        icon={Store}
        title={<FormattedMessage id="shop-wizard.closed" />}
        next={<FormattedMessage id="shop-wizard.closed.next" />}
        action={
          <ButtonLink kind="primary" to="/dashboard">
            <FormattedMessage id="shop-wizard.toDashboard" />
          </ButtonLink>
        }
      />
    </Page>
  )
}
