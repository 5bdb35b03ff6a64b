import { isService, type NotificationChannel } from '#domain/alerts/notification.ts'
import { faultWords } from '../../../i18n/fault-words.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { zoneHere } from '../../../i18n/zone-here.ts'
import { Facts } from '../../../ui/display/facts.tsx'
import type { Place } from './place.ts'

/** What a channel rings for, when, and when it last did. */
export function ChannelFacts({
  channel,
  places,
  isThisDevice,
}: {
  channel: NotificationChannel
  places: readonly Place[]
  isThisDevice: boolean
}) {
  const intl = useIntl()
  const fact = (
    id: 'service' | 'alarms' | 'controllers' | 'quiet' | 'lastDelivered' | 'heard' | 'reason',
    value: string,
  ) => ({
    id,
    name: <FormattedMessage id={`notification-screen.fact.${id}`} />,
    value,
  })
  const { alarmTypes, everyOwn, controllerIds, quietFrom, quietTo, timeZone, lastDelivered, heardAt, lastError } =
    channel
  const alarms = alarmTypes
    ? intl.formatList(alarmTypes.map((type) => intl.formatMessage({ id: `alarm.type.${type}` })))
    : intl.formatMessage({ id: 'notification-screen.alarms.all' })
  const named = places.filter(({ id, isOwn }) => controllerIds.includes(id) && !(everyOwn && isOwn))
  const controllers = intl.formatList([
    ...(everyOwn ? [intl.formatMessage({ id: 'notification-screen.controllers.own' })] : []),
    ...named.map(({ name }) => name),
  ])
  const isElsewhere = timeZone !== zoneHere()
  const quiet = quietFrom && quietTo && `${quietFrom}–${quietTo}${isElsewhere ? ` (${timeZone})` : ''}`
  const delivered = lastDelivered
    ? intl.formatDate(lastDelivered, { dateStyle: 'medium', timeStyle: 'short' })
    : intl.formatMessage({ id: 'notification-screen.never' })
  const heard = heardAt && intl.formatDate(heardAt, { dateStyle: 'medium', timeStyle: 'short' })
  const isLost = channel.status === 'ended'
  return (
    <Facts
      facts={[
        ...(isService(channel.type)
          ? [fact('service', intl.formatMessage({ id: `notification-screen.service.${channel.type}` }))]
          : []),
        fact('alarms', alarms),
        fact('controllers', controllers || '–'),
        ...(quiet ? [fact('quiet', quiet)] : []),
        fact('lastDelivered', delivered),
        ...(heard ? [fact('heard', heard)] : []),
        ...(lastError && !isLost ? [fact('reason', faultWords(intl, lastError))] : []),
        ...(isLost
          ? [
              fact(
                'reason',
                intl.formatMessage({
                  id: `notification-screen.ended.${isService(channel.type) ? 'service' : isThisDevice ? 'here' : 'elsewhere'}`,
                }),
              ),
            ]
          : []),
      ]}
    />
  )
}
