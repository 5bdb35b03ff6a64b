import type { ReactNode } from 'react'
import { MAX_COUNT } from '#domain/shop/cart.ts'
import type { ShopProduct } from '#domain/shop/shop-config.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Money } from '../../../i18n/money.tsx'
import { useLanguage } from '../../../i18n/use-language.ts'
import { CountField } from '../../../ui/fields/count-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Fill, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { type Pictured, ProductPicture } from './product-picture.tsx'

type Product = Pick<ShopProduct, 'key' | 'name' | 'description' | 'price'>

/** A product with its description and price, and how many are in the cart. */
export function ProductCard({
  product: { name, description, price },
  picture,
  size,
  level = 2,
  count,
  onCount,
  children,
}: {
  product: Product
  /** An accessory's picture is shown beside its text, since accessories are small and there are many. */
  picture?: Pictured
  /** Such as the size of its plate. */
  size?: ReactNode
  /** The heading level of its name. */
  level?: 2 | 3
  count?: number
  onCount?: (count: number) => void
  /** Shown instead of the count. */
  children?: ReactNode
}) {
  const locale = useLanguage()
  const words = (
    <>
      {description && <Text size={15}>{description[locale]}</Text>}
      <Row justify="between">
        <Text strong>
          <Money rappen={price} />
        </Text>
        {onCount && (
          <CountField
            // begins with the text shown next to it, so that voice control finds it by that
            label={
              <>
                {name[locale]}, <FormattedMessage id="shop-wizard.count" />
              </>
            }
            labelHidden
            name={name[locale]}
            value={count ?? 0}
            max={MAX_COUNT}
            onChange={onCount}
          />
        )}
      </Row>
    </>
  )
  return (
    <Card title={name[locale]} level={level} meta={size}>
      {picture?.of === 'accessory' ? (
        <Row>
          <ProductPicture {...picture} />
          <Fill>
            <Stack gap={3}>{words}</Stack>
          </Fill>
        </Row>
      ) : (
        <>
          {picture && <ProductPicture {...picture} />}
          {words}
        </>
      )}
      {children}
    </Card>
  )
}
