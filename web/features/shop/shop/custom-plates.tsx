import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type CustomPlate, MAX_COUNT, withCustomPlate } from '#domain/shop/cart.ts'
import type { ScaleProduct } from '#domain/shop/shop-config.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { useLanguage } from '../../../i18n/use-language.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { CountField } from '../../../ui/fields/count-field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ProductCard } from './product-card.tsx'
import type { StepProps } from './step-props.ts'

type Made = NonNullable<ScaleProduct['customPlate']>

/** A scale with a custom-made plate: any number of them, each in its own size. */
export function CustomPlates({ product, made, cart, onChange }: StepProps & { product: ScaleProduct; made: Made }) {
  const { leadTimeWeeks: weeks } = made
  const plates = cart.customPlates
    .map((plate, index) => ({ plate, index }))
    .filter(({ plate }) => plate.product === product.key)
  const set = (index: number, plate: CustomPlate) => onChange((now) => withCustomPlate(now, index, plate))
  const add = () =>
    onChange((now) =>
      withCustomPlate(now, now.customPlates.length, {
        product: product.key,
        widthMm: made.widthMm.from,
        depthMm: made.depthMm.from,
        count: 1,
      }),
    )
  return (
    <ProductCard
      product={product}
      // shows the plate that comes last, as it would look
      picture={{ of: 'scale', plate: plates.at(-1)?.plate }}
      size={<FormattedMessage id="shop-wizard.custom" values={rangeOf(made)} />}
    >
      <Text size={15} tone="neutral">
        <FormattedMessage id="shop-wizard.custom.weeks" values={{ from: weeks.from, to: weeks.to }} />
      </Text>
      <Stack as="ul" gap={6}>
        {plates.map(({ plate, index }) => (
          <Plate key={index} plate={plate} made={made} product={product} onChange={(changed) => set(index, changed)} />
        ))}
      </Stack>
      <Row>
        <Button icon={Plus} onClick={add}>
          <FormattedMessage id="shop-wizard.custom.add" />
        </Button>
      </Row>
    </ProductCard>
  )
}

const rangeOf = ({ widthMm, depthMm }: Made) => ({
  widthFrom: widthMm.from,
  widthTo: widthMm.to,
  depthFrom: depthMm.from,
  depthTo: depthMm.to,
})

function Plate({
  plate,
  made,
  product,
  onChange,
}: {
  plate: CustomPlate
  made: Made
  product: ScaleProduct
  onChange: (plate: CustomPlate) => void
}) {
  const intl = useIntl()
  const language = useLanguage()
  const side = (field: 'widthMm' | 'depthMm') => (
    <Side
      label={<FormattedMessage id={`shop-wizard.custom.${field}`} />}
      range={made[field]}
      value={plate[field]}
      onChange={(value) => onChange({ ...plate, [field]: value })}
    />
  )
  return (
    <li>
      <Stack gap={3}>
        <Grid columns="pair" gap={3}>
          {side('widthMm')}
          {side('depthMm')}
        </Grid>
        <Row justify="between">
          <CountField
            label={
              <>
                {product.name[language]}, <FormattedMessage id="shop-wizard.count" />
              </>
            }
            labelHidden
            name={product.name[language]}
            min={1}
            max={MAX_COUNT}
            value={plate.count}
            onChange={(count) => onChange({ ...plate, count })}
          />
          <IconButton
            icon={Trash2}
            label={intl.formatMessage({ id: 'shop-wizard.custom.remove' })}
            onClick={() => onChange({ ...plate, count: 0 })}
          />
        </Row>
      </Stack>
    </li>
  )
}

const LONGEST_MM = 9999

/** One side of a plate. A value outside the range only counts once the field is left: typing 450 begins with a 4. */
function Side({
  label,
  range: { from, to },
  value,
  onChange,
}: {
  label: ReactNode
  range: { from: number; to: number }
  value: number
  onChange: (value: number) => void
}) {
  const [typed, type] = useState(String(value))
  useEffect(() => type(String(value)), [value])
  const isMade = (side: number) => side >= from && side <= to
  const leave = () => onChange(Math.min(LONGEST_MM, Math.max(1, Math.trunc(Number(typed)) || 1)))
  return (
    <NumberField
      label={label}
      unit="mm"
      whole
      min={from}
      max={to}
      value={typed}
      error={!isMade(value) && <FormattedMessage id="shop-wizard.custom.range" values={{ from, to }} />}
      onChange={(text) => {
        type(text)
        if (text !== '' && Number.isInteger(Number(text)) && isMade(Number(text))) onChange(Number(text))
      }}
      onBlur={leave}
      onKeyDown={({ key }) => {
        if (key === 'Enter') leave()
      }}
    />
  )
}
