import { useLocation } from '@tanstack/react-router'
import { forTransmitter, MAX_COUNT } from '#domain/shop/cart.ts'
import type { QuantityDiscount } from '#domain/shop/quantity-discount.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Money } from '../../../i18n/money.tsx'
import { useLanguage } from '../../../i18n/use-language.ts'
import { ChoiceList } from '../../../ui/fields/choice-list.tsx'
import { CountField } from '../../../ui/fields/count-field.tsx'
import { Reading, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Banner } from '../../../ui/status/banner.tsx'
import { kindOf } from './shop-steps.ts'
import type { OwnTransmitter, StepProps } from './step-props.ts'

const CODES = 'codes'

/** How many subscriptions, for how long, and for which transmitter. */
export function SubscriptionStep({
  mode,
  cart,
  config,
  missing,
  onChange,
  own,
  isGuest,
}: StepProps & { own: readonly OwnTransmitter[] | undefined; isGuest: boolean }) {
  const intl = useIntl()
  const language = useLanguage()
  const { subscriptions } = config.products
  const named = mode === 'digital' ? cart.subscriptionControllerId : null
  if (subscriptions.length === 0) {
    return (
      <Text>
        <FormattedMessage id="shop-wizard.subscriptions.none" />
      </Text>
    )
  }
  return (
    <Reading>
      <Stack gap={6}>
        {missing === 'nothing' && (
          <Banner tone="alarm" title={<FormattedMessage id={`shop-wizard.missing.nothing.${kindOf(mode)}`} />} />
        )}
        {mode === 'digital' && <Whom own={own} isGuest={isGuest} named={named} onChange={onChange} />}
        {named === null && (
          <CountField
            label={<FormattedMessage id="shop-wizard.subscriptions" />}
            hint={<FormattedMessage id={`shop-wizard.subscriptions.hint.${kindOf(mode)}`} />}
            name={intl.formatMessage({ id: 'shop-wizard.step.subscription' })}
            max={MAX_COUNT}
            value={cart.nofSubscriptions}
            onChange={(nofSubscriptions) => onChange((now) => ({ ...now, nofSubscriptions }))}
          />
        )}
        <ChoiceList
          label={<FormattedMessage id="shop-wizard.years" />}
          value={String(cart.subscriptionYears)}
          onChange={(years) => onChange((now) => ({ ...now, subscriptionYears: Number(years) }))}
          choices={subscriptions.map(({ years, name, description, price }) => ({
            value: String(years),
            label: name[language],
            hint: description?.[language],
            note: <FormattedMessage id="shop-wizard.years.price" values={{ price: <Money rappen={price} /> }} />,
          }))}
        />
        <Discount {...config.quantityDiscount} />
      </Stack>
    </Reading>
  )
}

/** Either one of the user's own transmitters, which is renewed at once, or codes for any transmitter. */
function Whom({
  own,
  isGuest,
  named,
  onChange,
}: Pick<StepProps, 'onChange'> & {
  own: readonly OwnTransmitter[] | undefined
  isGuest: boolean
  named: number | null
}) {
  const here = useLocation({ select: ({ href }) => href })
  if (isGuest) {
    return (
      <Stack gap={2} align="start">
        <Text>
          <FormattedMessage id="shop-wizard.whom.guest" />
        </Text>
        <ButtonLink to="/" search={{ from: here }}>
          <FormattedMessage id="shop-wizard.signIn" />
        </ButtonLink>
      </Stack>
    )
  }
  if (!own) return null
  if (own.length === 0) {
    return (
      <Text>
        <FormattedMessage id="shop-wizard.whom.none" />
      </Text>
    )
  }
  return (
    <ChoiceList
      label={<FormattedMessage id="shop-wizard.whom" />}
      value={named === null ? CODES : String(named)}
      onChange={(chosen) => onChange((now) => forTransmitter(now, chosen === CODES ? null : Number(chosen)))}
      choices={[
        ...own.map(({ id, name }) => ({
          value: String(id),
          label: name,
          hint: <FormattedMessage id="shop-wizard.whom.atOnce" />,
        })),
        {
          value: CODES,
          label: <FormattedMessage id="shop-wizard.whom.codes" />,
          hint: <FormattedMessage id="shop-wizard.whom.codes.hint" />,
        },
      ]}
    />
  )
}

function Discount({
  secondTransmitterDays: second,
  furtherTransmitterDays: further,
  maximumDaysPerYear,
}: QuantityDiscount) {
  if (maximumDaysPerYear === 0 || second + further === 0) return null
  return (
    <Text size={15} tone="neutral">
      <FormattedMessage id="shop-wizard.discount" values={{ second, further, maximum: maximumDaysPerYear }} />
    </Text>
  )
}
