import { CalendarDays } from 'lucide-react'
import { type DigestWay, MONDAY_MORNING } from '#domain/insight/season-digest.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { useDigestTime } from './digest-time.ts'
import { useEditDigest } from './use-edit-digest.ts'

/** Offers the weekly report on one's hives until the user has chosen or declined. `ways`: how it can be sent. */
export function DigestOffer({ ways }: { ways: readonly DigestWay[] }) {
  const intl = useIntl()
  const { dayWord, hourWord } = useDigestTime()
  const edit = useEditDigest()
  if (ways.length === 0) return null
  const { weekday, hour } = MONDAY_MORNING
  const time = { day: dayWord(weekday), time: hourWord(hour) }
  const choose = (way: DigestWay) =>
    edit.mutate(
      { way, weekday, hour },
      { onSuccess: () => toast.success(intl.formatMessage({ id: 'season-digest.first' }, time)) },
    )
  return (
    <Banner
      icon={CalendarDays}
      title={<FormattedMessage id="season-digest.offer" />}
      actions={
        <>
          {ways.map((way) => (
            <Button key={way} disabled={edit.isPending} onClick={() => choose(way)}>
              <FormattedMessage id={`season-digest.way.${way}`} />
            </Button>
          ))}
          <Button kind="quiet" disabled={edit.isPending} onClick={() => edit.mutate({ notAsked: true })}>
            <FormattedMessage id="season-digest.decline" />
          </Button>
        </>
      }
    >
      <FormattedMessage id="season-digest.offer.why" values={time} />
    </Banner>
  )
}
