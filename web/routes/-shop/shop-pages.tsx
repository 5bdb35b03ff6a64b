import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { isSignedIn, readStoredUser, session, user } from '../../features/people/session/session-state.ts'
import { useScreenName } from '../../features/platform/navigation/document-title.tsx'
import type { HardwareStep, SubscriptionStep } from '../../features/shop/shop/shop-steps.ts'
import { ShopWizard } from '../../features/shop/shop/shop-wizard.tsx'
import type { WizardProps } from '../../features/shop/shop/step-props.ts'
import { useIntl } from '../../i18n/intl.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A later step of the shop led back to this one because it is not complete. */
    sentBack?: boolean
  }
}

/** The shop for transmitters, scales and accessories. */
export function ShopPage() {
  const { step } = useParams({ from: '/shop/$step' })
  const { order, payment } = useSearch({ from: '/shop/$step' })
  useStepName(step as HardwareStep)
  return (
    <ShopWizard
      {...useCustomer()}
      mode="hardware+digital"
      step={step as HardwareStep}
      orderKey={order}
      gaveUp={payment === 'givenUp'}
      controllerId={undefined}
      sentBack={useSentBack()}
    />
  )
}

/** The shop for subscriptions only. */
export function SubscriptionShopPage() {
  const { step } = useParams({ from: '/subscriptionShop/$step' })
  const { order, payment, controller } = useSearch({ from: '/subscriptionShop/$step' })
  useStepName(step as SubscriptionStep)
  return (
    <ShopWizard
      {...useCustomer()}
      mode="digital"
      step={step as SubscriptionStep}
      orderKey={order}
      gaveUp={payment === 'givenUp'}
      controllerId={controller}
      sentBack={useSentBack()}
    />
  )
}

function useStepName(step: HardwareStep | SubscriptionStep): void {
  useScreenName(useIntl().formatMessage({ id: `shop-wizard.step.${step}` }))
}

const useSentBack = (): boolean => useLocation({ select: ({ state }) => state.sentBack === true })

/** The customer, and their transmitters whose subscription can be extended. */
function useCustomer(): Pick<WizardProps, 'customer' | 'own'> {
  const { phase } = useSnapshot(session)
  const { id, email, profile } = useSnapshot(user)
  const signedIn = isSignedIn(phase)
  const { data: controllers } = useQuery({ ...controllersQuery, enabled: signedIn })
  const customer = useMemo(() => ({ id, email, profile }), [id, email, profile])
  const own = useMemo(
    () => controllers?.filter(({ access, subscriptionEnd }) => access === 'own' && subscriptionEnd !== null),
    [controllers],
  )
  if (signedIn) return { customer, own }
  const isResuming = phase === 'unknown' && readStoredUser() !== undefined
  return { customer: isResuming ? undefined : null, own: undefined }
}
