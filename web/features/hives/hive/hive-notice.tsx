import { ChartLine } from 'lucide-react'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/status/banner.tsx'

/** Why a hive's curve is not what one would expect. `old`: its last reading, at `last` (ISO 8601), is before the shown range. */
export type HiveTrouble = { kind: 'archived' | 'damaged' } | { kind: 'old'; last: string }

export function HiveNotice({ trouble, onShow }: { trouble: HiveTrouble; onShow: () => void }) {
  const intl = useIntl()
  if (trouble.kind === 'damaged') return <Banner tone="stale" title={<FormattedMessage id="hive.damaged" />} />
  const show = (
    <Button icon={ChartLine} onClick={onShow}>
      <FormattedMessage id={trouble.kind === 'old' ? 'hive.showLast' : 'hive.showAll'} />
    </Button>
  )
  return (
    <Banner
      tone="stale"
      title={
        trouble.kind === 'old' ? (
          <FormattedMessage
            id="hive.old"
            values={{ time: intl.formatDate(trouble.last, { dateStyle: 'medium', timeStyle: 'short' }) }}
          />
        ) : (
          <FormattedMessage id="hive.archived" />
        )
      }
      actions={show}
    />
  )
}
