import { hasHardware } from '#domain/shop/cart.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { useLanguage } from '../../../i18n/use-language.ts'
import { Facts } from '../../../ui/display/facts.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { Bill } from './bill.tsx'
import type { CartState } from './cart-state.ts'
import { StepLink } from './step-link.tsx'
import type { OwnTransmitter, StepProps } from './step-props.ts'
import { useDeliveryCountries } from './use-delivery-countries.ts'

/** The whole order once more, and the consent to the terms. */
export function ConfirmationStep({
  mode,
  cart,
  config,
  own,
  validate,
  terms,
  onTerms,
  wantsTerms,
}: StepProps & {
  own: readonly OwnTransmitter[] | undefined
  validate: CartState['validate']
  terms: boolean
  onTerms: (accepted: boolean) => void
  /** The user tried to order without consenting. */
  wantsTerms: boolean
}) {
  const locale = useLanguage()
  const named = own?.find(({ id }) => id === cart.subscriptionControllerId)
  const link = config.terms?.[locale]
  const countries = useDeliveryCountries(config)
  return (
    <Stack gap={5}>
      {validate.total === null ? (
        <Skeleton shape="row" />
      ) : (
        <Bill {...validate} total={validate.total} pricesIncludeVat={config.pricesIncludeVat} />
      )}
      <Card title={<FormattedMessage id="shop-wizard.step.address" />}>
        <OrderFacts cart={cart} config={config} transmitter={named?.name} />
        <Row>
          <StepLink mode={mode} step="address">
            <FormattedMessage id="shop-wizard.change" />
          </StepLink>
        </Row>
      </Card>
      {hasHardware(cart) && <Banner title={<FormattedMessage id="shop-wizard.delivery" values={{ countries }} />} />}
      <Checkbox
        checked={terms}
        onChange={({ target }) => onTerms(target.checked)}
        label={
          <FormattedMessage
            id={link ? 'shop-wizard.terms' : 'shop-wizard.terms.plain'}
            values={{
              a: (words) => (
                <a href={link} target="_blank" rel="noreferrer">
                  {words}
                </a>
              ),
            }}
          />
        }
        error={wantsTerms && !terms && <FormattedMessage id="shop-wizard.terms.missing" />}
      />
    </Stack>
  )
}

function OrderFacts({
  cart: { address, platePickup, paymentMethod, comment },
  config,
  transmitter,
}: Pick<StepProps, 'cart' | 'config'> & { transmitter: string | undefined }) {
  const intl = useIntl()
  const name = `${address.firstname} ${address.lastname}`
  const place = `${address.zip} ${address.city}, ${intl.formatDisplayName(address.country.toUpperCase(), { type: 'region' }) ?? address.country}`
  const pickup = config.platePickup.find(({ key }) => key === platePickup)
  const facts = [
    { id: 'name', words: 'shop-wizard.facts.name', value: [address.company, name].filter(Boolean).join(', ') },
    { id: 'street', words: 'profile.street', value: address.street },
    { id: 'place', words: 'profile.city', value: place },
    { id: 'email', words: 'session.email', value: address.email },
    { id: 'phone', words: 'profile.phone', value: address.phone },
    { id: 'transmitter', words: 'shop-wizard.whom', value: transmitter },
    { id: 'pickup', words: 'shop-wizard.pickup', value: pickup && `${pickup.name}, ${pickup.city}` },
    {
      id: 'payment',
      words: 'shop-wizard.payment',
      value: paymentMethod && intl.formatMessage({ id: `shop-wizard.payment.${paymentMethod}` }),
    },
    { id: 'comment', words: 'shop-wizard.comment', value: comment },
  ] as const
  return (
    <Facts
      facts={facts.flatMap(({ id, words, value }) =>
        value ? [{ id, name: <FormattedMessage id={words} />, value }] : [],
      )}
    />
  )
}
