import * as v from 'valibot'
import { hasHardware, OrderAddress } from '#domain/shop/cart.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { Grid, Reading, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { setAddress } from './cart-state.ts'
import { countriesFor, takesCountry } from './shop-steps.ts'
import type { StepProps } from './step-props.ts'
import { useDeliveryCountries } from './use-delivery-countries.ts'

const LONGEST_COMMENT = 2000

const fields = [
  { name: 'firstname', autoComplete: 'given-name', maxLength: 100 },
  { name: 'lastname', autoComplete: 'family-name', maxLength: 100 },
  { name: 'company', autoComplete: 'organization', maxLength: 100, optional: true },
  { name: 'street', autoComplete: 'street-address', maxLength: 200 },
  { name: 'zip', autoComplete: 'postal-code', maxLength: 20 },
  { name: 'city', autoComplete: 'address-level2', maxLength: 100 },
  { name: 'phone', autoComplete: 'tel', type: 'tel', maxLength: 40, optional: true },
] as const

/** The address for the bill and the shipment. */
export function AddressStep({ cart, config, missing, onChange }: StepProps) {
  const intl = useIntl()
  const { address } = cart
  const isWrong = (field: keyof typeof address) =>
    missing !== undefined && !v.is(OrderAddress.entries[field], address[field])
  const isSent = hasHardware(cart)
  const countries = useDeliveryCountries(config)
  const offered = countriesFor(cart, config)
  const isOffered = takesCountry(cart, config)
  const nameOf = (country: string) => intl.formatDisplayName(country.toUpperCase(), { type: 'region' }) ?? country
  return (
    <Reading>
      <Stack gap={5}>
        <Text>
          <FormattedMessage
            id={isSent ? 'shop-wizard.address.sent' : 'shop-wizard.address.bill'}
            values={{ countries }}
          />
        </Text>
        <TextField
          type="email"
          autoComplete="email"
          maxLength={254}
          label={<FormattedMessage id="session.email" />}
          hint={<FormattedMessage id={isSent ? 'shop-wizard.email.hint' : 'shop-wizard.email.hint.digital'} />}
          error={isWrong('email') && <FormattedMessage id="session.email.invalid" />}
          value={address.email}
          onChange={({ target }) => setAddress({ email: target.value })}
        />
        <Grid columns="medium">
          {fields.map(({ name, ...field }) => (
            <TextField
              key={name}
              {...field}
              label={<FormattedMessage id={`profile.${name}`} />}
              error={isWrong(name) && <FormattedMessage id="profile.missing" />}
              value={address[name]}
              onChange={({ target }) => setAddress({ [name]: target.value })}
            />
          ))}
          <Select
            autoComplete="country"
            label={<FormattedMessage id="profile.country" />}
            value={address.country}
            onChange={({ target }) => setAddress({ country: target.value as typeof address.country })}
            error={!isOffered && <FormattedMessage id="shop-wizard.missing.country" values={{ countries }} />}
            options={[
              ...offered.map((country) => ({ value: country, label: nameOf(country) })),
              // a country chosen before there were goods in the cart is shown, but cannot be chosen again
              ...(isOffered ? [] : [{ value: address.country, label: nameOf(address.country), disabled: true }]),
            ]}
          />
        </Grid>
        <TextArea
          label={<FormattedMessage id="shop-wizard.comment" />}
          hint={<FormattedMessage id="shop-wizard.comment.hint" />}
          optional
          maxLength={LONGEST_COMMENT}
          value={cart.comment}
          onChange={({ target }) => onChange((now) => ({ ...now, comment: target.value }))}
        />
      </Stack>
    </Reading>
  )
}
