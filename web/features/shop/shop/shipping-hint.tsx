import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Money } from '../../../i18n/money.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import type { StepProps } from './step-props.ts'

/** The shipping cost to the cart's country, shown where goods are added. */
export function ShippingHint({ cart: { address }, config: { shipping } }: Pick<StepProps, 'cart' | 'config'>) {
  const rate = shipping.find(({ country }) => country === address.country)
  if (!rate) return null
  const { price, freeFrom } = rate
  const values = { price: <Money rappen={price} />, freeFrom: <Money rappen={freeFrom ?? 0} /> }
  return (
    <Text size={15} tone="neutral">
      {price === 0 ? (
        <FormattedMessage id="shop-wizard.shipping.free" />
      ) : (
        <FormattedMessage
          id={freeFrom === undefined ? 'shop-wizard.shipping' : 'shop-wizard.shipping.freeFrom'}
          values={values}
        />
      )}
    </Text>
  )
}
