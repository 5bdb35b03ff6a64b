import { withCount } from '#domain/shop/cart.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Heading } from '../../../ui/layout/text.tsx'
import { ProductCard } from './product-card.tsx'
import { ShippingHint } from './shipping-hint.tsx'
import type { StepProps } from './step-props.ts'

/** Transmitters and accessories. */
export function HardwareStep({ cart, config, onChange }: StepProps) {
  const { products } = config
  return (
    <Stack gap={6}>
      <ShippingHint cart={cart} config={config} />
      <Grid>
        {products.controllers.map((product) => (
          <ProductCard
            key={product.key}
            product={product}
            picture={{ of: 'transmitter' }}
            count={cart.controllers[product.key] ?? 0}
            onCount={(count) => onChange((now) => withCount(now, 'controllers', product.key, count))}
          />
        ))}
      </Grid>
      {products.accessories.length > 0 && (
        <Stack gap={3}>
          <Heading>
            <FormattedMessage id="shop-wizard.accessories" />
          </Heading>
          <Grid>
            {products.accessories.map((product) => (
              <ProductCard
                key={product.key}
                level={3}
                product={product}
                picture={{ of: 'accessory', picture: product.picture }}
                count={cart.accessories[product.key] ?? 0}
                onCount={(count) => onChange((now) => withCount(now, 'accessories', product.key, count))}
              />
            ))}
          </Grid>
        </Stack>
      )}
    </Stack>
  )
}
