import { Bell, BellOff } from 'lucide-react'
import { weightAlarms } from '#domain/alerts/alarm-types.ts'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Moment } from './moment.tsx'
import { mutesAt } from './mutes-at.ts'
import { useMuteChange } from './use-mute-change.ts'

/**
 * Returns until when (ISO 8601) all alarms about weight are muted, as for work at the hives; undefined if any of them may ring. `waits`: some of it has not
 * been sent yet.
 */
export function heldUntil(
  controller: Pick<DashboardController, 'mutes'>,
  now: number,
): { until: string | null; waits: boolean } | undefined {
  const mutes = mutesAt(controller, now).filter(({ waits }) => waits !== 'end')
  const held = weightAlarms.map((type) => mutes.find(({ notificationType }) => notificationType === type))
  if (held.some((mute) => mute === undefined)) return undefined
  const ends = held.flatMap((mute) => (mute?.enddate ? [mute.enddate] : []))
  return { until: ends.sort()[0] ?? null, waits: held.some((mute) => mute?.waits) }
}

/** For use before opening a hive: mutes this transmitter's weight alarms for an hour. While muted, shows until when, and ends it. */
export function HoldAlarms({ controller, now }: { controller: DashboardController; now: number }) {
  const intl = useIntl()
  const { mute, unmute } = useMuteChange(controller)
  const held = heldUntil(controller, now)
  if (!held) {
    return (
      <IconButton
        icon={BellOff}
        label={intl.formatMessage({ id: 'dashboard.hold' })}
        onClick={() => mute([...weightAlarms], now)}
      />
    )
  }
  return (
    <Button icon={Bell} onClick={() => unmute([...weightAlarms])}>
      {held.waits ? (
        <FormattedMessage id="dashboard.hold.waits" />
      ) : held.until === null ? (
        <FormattedMessage id="dashboard.hold.endForGood" />
      ) : (
        <FormattedMessage id="dashboard.hold.end" values={{ time: <Moment time={held.until} now={now} /> }} />
      )}
    </Button>
  )
}
