import { withCount } from '#domain/shop/cart.ts'
import type { PublicShopConfig } from '#domain/shop/shop-config.ts'
import { FormattedMessage, FormattedNumber } from '../../../i18n/intl.tsx'
import { useLanguage } from '../../../i18n/use-language.ts'
import { ChoiceList } from '../../../ui/fields/choice-list.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { CustomPlates } from './custom-plates.tsx'
import { ProductCard } from './product-card.tsx'
import { ShippingHint } from './shipping-hint.tsx'
import type { StepProps } from './step-props.ts'

const SENT = 'sent'

/** Scales with their plates, custom-made plates, and where plates are picked up. */
export function ScalesStep(props: StepProps) {
  const { cart, config, onChange } = props
  const hasPlates = Object.keys(cart.scales).length + cart.customPlates.length > 0
  return (
    <Stack gap={6}>
      <ShippingHint cart={cart} config={config} />
      <Grid>
        {config.products.scales.map((product) =>
          product.customPlate ? (
            <CustomPlates key={product.key} {...props} product={product} made={product.customPlate} />
          ) : (
            <ProductCard
              key={product.key}
              product={product}
              picture={{ of: 'scale', plate: product.plate }}
              size={product.plate && <PlateSize {...product.plate} />}
              count={cart.scales[product.key] ?? 0}
              onCount={(count) => onChange((now) => withCount(now, 'scales', product.key, count))}
            />
          ),
        )}
      </Grid>
      {hasPlates && config.platePickup.length > 0 && (
        <PlatePickup
          places={config.platePickup}
          value={cart.platePickup}
          onChange={(platePickup) => onChange((now) => ({ ...now, platePickup }))}
        />
      )}
    </Stack>
  )
}

const PlateSize = ({ widthMm, depthMm }: { widthMm: number; depthMm: number }) => (
  <FormattedMessage
    id="shop-wizard.plate"
    values={{ width: <FormattedNumber value={widthMm} />, depth: <FormattedNumber value={depthMm} /> }}
  />
)

function PlatePickup({
  places,
  value,
  onChange,
}: {
  places: PublicShopConfig['platePickup']
  value: string | null
  onChange: (value: string | null) => void
}) {
  const locale = useLanguage()
  return (
    <ChoiceList
      label={<FormattedMessage id="shop-wizard.pickup" />}
      value={value ?? SENT}
      onChange={(chosen) => onChange(chosen === SENT ? null : chosen)}
      choices={[
        {
          value: SENT,
          label: <FormattedMessage id="shop-wizard.pickup.sent" />,
          hint: <FormattedMessage id="shop-wizard.pickup.sent.hint" />,
        },
        ...places.map(({ key, name, street, zip, city, hint }) => ({
          value: key,
          label: <FormattedMessage id="shop-wizard.pickup.at" values={{ name, city }} />,
          hint: [[street, [zip, city].filter(Boolean).join(' ')].filter(Boolean).join(', '), hint?.[locale]]
            .filter(Boolean)
            .join(' – '),
        })),
      ]}
    />
  )
}
