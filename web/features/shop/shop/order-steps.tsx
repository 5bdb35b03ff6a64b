import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, ShoppingCart } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Cart } from '#domain/shop/cart.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { useOnline } from '../../../offline/connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { AddressStep } from './address-step.tsx'
import { type CartState, carts, changeCart, setSeen } from './cart-state.ts'
import { ConfirmationStep } from './confirmation-step.tsx'
import { HardwareStep } from './hardware-step.tsx'
import { offeredCart } from './offered-cart.ts'
import { PaymentStep } from './payment-step.tsx'
import { isOrdered, placeOrder } from './place-order.ts'
import { PriceChangeBanner } from './price-change-banner.tsx'
import { acceptPrices, priceChanges } from './price-changes.ts'
import { ScalesStep } from './scales-step.tsx'
import { firstUnfinished, kindOf, missingAt, type ShopStep, stepsOf } from './shop-steps.ts'
import { StepLink, stepPath } from './step-link.tsx'
import type { StepProps, WizardProps } from './step-props.ts'
import { SubscriptionStep } from './subscription-step.tsx'
import { TotalBar } from './total-bar.tsx'
import { useDeliveryCountries } from './use-delivery-countries.ts'
import { isPriced, useFreshConfig, useLiveTotal } from './use-live-total.ts'
import { useKnownAddress, useNamedTransmitter, useOfferedCart } from './use-offered-cart.ts'
import { WizardSteps } from './wizard-steps.tsx'

type OrderStep = Exclude<ShopStep, 'completion'>

/** The steps up to the order: each with buttons to go back and on, and the total of the cart. */
export function OrderSteps(props: WizardProps & { step: OrderStep; config: StepProps['config'] }) {
  const { mode, step, config, sentBack } = props
  const state = useSnapshot(carts[mode]) as CartState
  const { cart, isLess } = useOfferedCart(state, config)
  useKnownAddress(cart, props.customer)
  useNamedTransmitter(mode, cart, props)
  useLiveTotal(mode, cart)
  useFreshConfig(state.validate, config.version)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const form = useId()
  const [askedAt, ask] = useState<ShopStep | undefined>(sentBack ? step : undefined)
  const [terms, acceptTerms] = useState(false)
  const [failure, fail] = useState<ReactNode>()

  const unfinished = firstUnfinished(step, cart, config)
  if (unfinished) {
    return <Navigate to={stepPath(mode)} params={{ step: unfinished.step }} replace state={{ sentBack: true }} />
  }
  const steps = stepsOf(mode)
  const at = steps.indexOf(step)
  const previous = steps[at - 1]
  const missing = missingAt(step, cart, config)
  const changes = priceChanges(state.kept.seen, state.validate.items)
  const isChanged = changes.length > 0 || state.refusedTotal !== null

  const order = async () => {
    fail(undefined)
    try {
      const placed = await placeOrder(mode, cart, queryClient)
      if (placed?.paymentUrl) window.location.assign(placed.paymentUrl)
      else if (placed) {
        await navigate({ to: stepPath(mode), params: { step: 'completion' }, search: { order: placed.key } })
      }
    } catch (error) {
      fail(<ErrorWords error={error} />)
    }
  }
  const goOn = () => {
    ask(step)
    if (missing) return
    if (step !== 'confirmation') void navigate({ to: stepPath(mode), params: { step: steps[at + 1]! } })
    else if (terms && isPriced(cart, state.validate) && !isChanged) void order()
  }
  const shown: StepProps = {
    mode,
    cart,
    config,
    onChange: (change) => changeCart(mode, (now) => change(offeredCart(now, config).cart)),
    missing: askedAt === step ? missing : undefined,
  }
  return (
    <Stack gap={5}>
      <WizardSteps
        mode={mode}
        step={step}
        mayGoTo={(other) => !firstUnfinished(other, cart, config) && other !== 'completion'}
      />
      <Notices {...props} cart={cart} kept={state.kept} isLess={isLess} missing={missing} failure={failure} />
      {isChanged && (
        <PriceChangeBanner
          changes={changes}
          refusedTotal={state.refusedTotal}
          total={state.validate.total ?? 0}
          onAccept={() => {
            setSeen(mode, (seen) => acceptPrices(seen, state.validate.items))
            carts[mode].refusedTotal = null
          }}
        />
      )}
      <Form key={step} id={form} onSubmit={goOn} draft={null}>
        {step === 'hardware' && <HardwareStep {...shown} />}
        {step === 'scales' && <ScalesStep {...shown} />}
        {(step === 'subscription' || step === 'subscriptions') && (
          <SubscriptionStep {...shown} own={props.own} isGuest={props.customer === null} />
        )}
        {step === 'address' && <AddressStep {...shown} />}
        {step === 'payment' && <PaymentStep {...shown} />}
        {step === 'confirmation' && (
          <ConfirmationStep
            {...shown}
            own={props.own}
            validate={state.validate}
            terms={terms}
            onTerms={acceptTerms}
            wantsTerms={askedAt === step}
          />
        )}
      </Form>
      {previous && (
        <Row>
          <StepLink mode={mode} step={previous} kind="quiet" icon={ArrowLeft}>
            <FormattedMessage id="shop-wizard.back" />
          </StepLink>
        </Row>
      )}
      <TotalBar
        cart={cart}
        validate={state.validate}
        pricesIncludeVat={config.pricesIncludeVat}
        actions={
          step === 'confirmation' ? (
            <OrderButton form={form} cart={cart} state={state} isChanged={isChanged} />
          ) : (
            // a new one for each step, so that the focus goes to the step and does not stay below it
            <Button key={step} kind="primary" type="submit" form={form} icon={ArrowRight}>
              <FormattedMessage id="shop-wizard.next" />
            </Button>
          )
        }
      />
    </Stack>
  )
}

/** Places the order, once the total is known, new prices are accepted, and there is a network. */
function OrderButton({
  form,
  cart,
  state,
  isChanged,
}: {
  form: string
  cart: Cart
  state: CartState
  isChanged: boolean
}) {
  const online = useOnline()
  const hasFailed = state.validate.error !== undefined
  return (
    <Button
      kind="primary"
      type="submit"
      form={form}
      icon={ShoppingCart}
      busy={state.checkout.fetching || (!hasFailed && !isPriced(cart, state.validate))}
      disabled={isChanged || hasFailed || !online}
    >
      <FormattedMessage id="shop-wizard.obligation" />
    </Button>
  )
}

/** The messages above a step. */
function Notices({
  mode,
  step,
  sentBack,
  cart,
  config,
  kept,
  isLess,
  missing,
  failure,
}: Pick<WizardProps, 'mode' | 'step' | 'sentBack'> &
  Pick<CartState, 'kept'> &
  Pick<StepProps, 'cart' | 'config'> & { isLess: boolean; missing: StepProps['missing']; failure: ReactNode }) {
  const { placed } = kept
  const countries = useDeliveryCountries(config)
  return (
    <>
      {sentBack && missing && (
        <Banner tone="stale" title={<FormattedMessage id="shop-wizard.sentBack" />}>
          <FormattedMessage
            id={
              missing === 'nothing' ? `shop-wizard.missing.nothing.${kindOf(mode)}` : `shop-wizard.missing.${missing}`
            }
            values={{ countries }}
          />
        </Banner>
      )}
      {isLess && <Banner tone="stale" title={<FormattedMessage id="shop-wizard.less" />} />}
      {placed !== null && isOrdered(cart, kept) && (
        <Banner
          tone="accent"
          title={<FormattedMessage id="shop-wizard.ordered" values={{ key: placed }} />}
          actions={
            <StepLink mode={mode} step="completion" search={{ order: placed }}>
              <FormattedMessage id="shop-wizard.ordered.see" />
            </StepLink>
          }
        />
      )}
      {step === 'confirmation' && failure && <Refusal title={failure} />}
    </>
  )
}
