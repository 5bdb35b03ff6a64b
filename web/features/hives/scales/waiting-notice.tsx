import { CirclePlus } from 'lucide-react'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import type { Spot } from './new-scale-sheet.tsx'
import type { WaitingChannel } from './waiting-channels.ts'

/** Says which channels of one transmitter wait for a new sensor; `onSet` is for the first of them. */
export function WaitingNotice({
  waiting,
  onSet,
}: {
  waiting: readonly [WaitingChannel, ...WaitingChannel[]]
  onSet: (spot: Spot) => void
}) {
  const intl = useIntl()
  const [{ place, channel, archived }] = waiting
  const channels = intl.formatList(
    waiting.map((one) => intl.formatNumber(one.channel)),
    { type: 'conjunction' },
  )
  const count = waiting.length
  return (
    <Banner
      tone="stale"
      title={
        count === 1 ? (
          <FormattedMessage id="scale.waiting" values={{ channel, place: place.name }} />
        ) : (
          <FormattedMessage id="scale.waiting.many" values={{ count, channels, place: place.name }} />
        )
      }
      actions={
        <Button icon={CirclePlus} onClick={() => onSet({ controllerId: place.id, channel })}>
          <FormattedMessage id="scale.waiting.action" />
        </Button>
      }
    >
      {count === 1 ? (
        <FormattedMessage id="scale.waiting.why" values={{ name: archived.name }} />
      ) : (
        <FormattedMessage id="scale.waiting.many.why" />
      )}
    </Banner>
  )
}
