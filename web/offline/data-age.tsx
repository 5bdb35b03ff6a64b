import { Clock } from 'lucide-react'
import { FormattedMessage, useIntl } from '../i18n/intl.tsx'
import { Badge } from '../ui/display/badge.tsx'
import { Text } from '../ui/layout/text.tsx'
import { useOnline } from './connection.ts'

/** The age of what the screen shows: "data from 14:05", with the date if that was another day; marked while offline. */
export function DataAge({ at }: { at: number | Date }) {
  return <AgeWords at={at} online={useOnline()} />
}

export function AgeWords({ at, online }: { at: number | Date; online: boolean }) {
  const intl = useIntl()
  const date = new Date(at)
  if (Number.isNaN(date.getTime()) || date.getTime() === 0) return null
  const sameDay = date.toDateString() === new Date().toDateString()
  const time = intl.formatDate(date, sameDay ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' })
  const words = (
    <FormattedMessage id="app.dataFrom" values={{ time: <time dateTime={date.toISOString()}>{time}</time> }} />
  )
  if (online) {
    return (
      <Text tone="neutral" as="span">
        {words}
      </Text>
    )
  }
  return (
    <Badge tone="stale" icon={Clock}>
      {words} · <FormattedMessage id="app.offlineShort" />
    </Badge>
  )
}
