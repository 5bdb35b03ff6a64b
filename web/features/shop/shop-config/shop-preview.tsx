import { FileWarning } from 'lucide-react'
import { useState } from 'react'
import { type Locale, locales } from '#domain/platform/locale.ts'
import type { PublicShopConfig, ScaleProduct, ShopProduct } from '#domain/shop/shop-config.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Money } from '../../../i18n/money.tsx'
import { useLanguage } from '../../../i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import type { Checked } from './checked.ts'
import { ShopTerms } from './shop-terms.tsx'

/** The shop as customers would see it with the current text, in any of their languages. */
export function ShopPreview({ checked, onEdit }: { checked: Checked; onEdit: () => void }) {
  const intl = useIntl()
  const [locale, setLocale] = useState(useLanguage())
  const { preview, faults, error } = checked
  if (faults.length > 0) {
    return (
      <EmptyState
        icon={FileWarning}
        title={<FormattedMessage id="administration-shop-config.faults" values={{ count: faults.length }} />}
        next={<FormattedMessage id="administration-shop-config.preview.faults" />}
        action={
          <Button onClick={onEdit}>
            <FormattedMessage id="administration-shop-config.preview.edit" />
          </Button>
        }
      />
    )
  }
  if (error) return <Banner tone="alarm" title={<ErrorWords error={error} />} />
  if (!preview) return <Skeleton shape="row" count={6} />
  const languages = new Intl.DisplayNames(intl.locale, { type: 'language' })
  return (
    <Stack gap={5}>
      {!preview.enabled && (
        <Banner tone="stale" title={<FormattedMessage id="administration-shop-config.preview.closed" />} />
      )}
      <Select
        label={<FormattedMessage id="administration-shop-config.preview.language" />}
        value={locale}
        onChange={(event) => setLocale(event.target.value as Locale)}
        options={locales.map((value) => ({ value, label: languages.of(value) ?? value }))}
      />
      <Products preview={preview} locale={locale} />
      <ShopTerms preview={preview} />
    </Stack>
  )
}

const shelves = ['controllers', 'scales', 'accessories', 'subscriptions'] as const

function Products({ preview, locale }: { preview: PublicShopConfig; locale: Locale }) {
  return shelves
    .filter((shelf) => preview.products[shelf].length > 0)
    .map((shelf) => (
      <Stack key={shelf} gap={3}>
        <Heading>
          <FormattedMessage id={`administration-shop-config.shelf.${shelf}`} />
        </Heading>
        <Grid>
          {preview.products[shelf].map((product) => (
            <Product key={product.key} product={product} locale={locale} />
          ))}
        </Grid>
      </Stack>
    ))
}

function Product({ product, locale }: { product: ShopProduct | ScaleProduct; locale: Locale }) {
  return (
    <Card title={product.name[locale]} level={3} meta={product.key}>
      <Stack gap={2}>
        {product.description && <Text size={15}>{product.description[locale]}</Text>}
        <Size product={product} />
        <Text strong>
          <Money rappen={product.price} />
        </Text>
      </Stack>
    </Card>
  )
}

function Size({ product }: { product: ShopProduct | ScaleProduct }) {
  if ('plate' in product && product.plate) {
    const { widthMm: width, depthMm: depth } = product.plate
    return (
      <Text size={15} tone="neutral">
        <FormattedMessage id="administration-shop-config.plate" values={{ width, depth }} />
      </Text>
    )
  }
  if (!('customPlate' in product) || !product.customPlate) return null
  const { widthMm, depthMm, leadTimeWeeks } = product.customPlate
  const values = {
    widthFrom: widthMm.from,
    widthTo: widthMm.to,
    depthFrom: depthMm.from,
    depthTo: depthMm.to,
    weeksFrom: leadTimeWeeks.from,
    weeksTo: leadTimeWeeks.to,
  }
  return (
    <Text size={15} tone="neutral">
      <FormattedMessage id="administration-shop-config.customPlate" values={values} />
    </Text>
  )
}
