import { FormattedMessage } from '../../../i18n/intl.tsx'
import { ChoiceList } from '../../../ui/fields/choice-list.tsx'
import { Reading, Stack } from '../../../ui/layout/layout.tsx'
import { PromoCode } from './promo-code.tsx'
import type { StepProps } from './step-props.ts'

/** The payment method, and a promo code. */
export function PaymentStep({ cart, config, missing, onChange }: StepProps) {
  return (
    <Reading>
      <Stack gap={6}>
        <ChoiceList
          label={<FormattedMessage id="shop-wizard.payment" />}
          value={cart.paymentMethod ?? undefined}
          onChange={(paymentMethod) => onChange((now) => ({ ...now, paymentMethod }))}
          error={missing === 'payment' && <FormattedMessage id="shop-wizard.missing.payment" />}
          choices={config.paymentMethods.map((method) => ({
            value: method,
            label: <FormattedMessage id={`shop-wizard.payment.${method}`} />,
            hint: <FormattedMessage id={`shop-wizard.payment.${method}.hint`} />,
          }))}
        />
        <PromoCode cart={cart} onChange={onChange} />
      </Stack>
    </Reading>
  )
}
