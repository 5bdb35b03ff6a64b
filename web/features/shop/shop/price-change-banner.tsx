import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Money } from '../../../i18n/money.tsx'
import { Button } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import type { PriceChange } from './price-changes.ts'

/** Prices that went up or down while shopping; they must be accepted before ordering. */
export function PriceChangeBanner({
  changes,
  refusedTotal,
  total,
  onAccept,
}: {
  changes: readonly PriceChange[]
  /** The total shown before, if an order was refused because it had changed. */
  refusedTotal: number | null
  total: number
  onAccept: () => void
}) {
  return (
    <Banner
      tone="loss"
      title={<FormattedMessage id="shop-wizard.changed" />}
      actions={
        <Button onClick={onAccept}>
          <FormattedMessage id="shop-wizard.changed.accept" />
        </Button>
      }
    >
      <Stack gap={1}>
        {changes.map(({ key, label, before, after }) => (
          <Text key={key}>
            <FormattedMessage
              id="shop-wizard.changed.line"
              values={{ label, before: <Money rappen={before} />, after: <Money rappen={after} /> }}
            />
          </Text>
        ))}
        {changes.length === 0 && refusedTotal !== null && (
          <Text>
            <FormattedMessage
              id="shop-wizard.changed.total"
              values={{ before: <Money rappen={refusedTotal} />, after: <Money rappen={total} /> }}
            />
          </Text>
        )}
      </Stack>
    </Banner>
  )
}
