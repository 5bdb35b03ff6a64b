import { FormattedMessage } from 'react-intl'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { AlarmCard } from '../../features/alerts/alarms/alarm-card.tsx'
import { openAlarmsQuery, recentAlarmsQuery } from '../../features/alerts/alarms/alarm-queries.ts'
import { useAlarms } from '../../features/alerts/alarms/use-alarms.ts'
import { Stack } from '../../ui/layout.tsx'
import { ButtonLink } from '../../ui/links.ts'
import { Heading } from '../../ui/text.tsx'

const SHOWN = 3
const none: never[] = []

/** The alarms of a hive that are known: those that go on, and those of the last 30 days, newest first. */
export function useHiveAlarms(scaleId: number): { open: readonly Alarm[]; recent: readonly Alarm[] } {
  const { data: open = none } = useAlarms(openAlarmsQuery)
  const { data: recent = none } = useAlarms(recentAlarmsQuery)
  const ofHive = [...open, ...recent.filter(({ id }) => !open.some((one) => one.id === id))]
    .filter((alarm) => alarm.scaleId === scaleId)
    .sort((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt))
  return { open, recent: ofHive }
}

/** The last alarms of a hive, each with its verdict. */
export function HiveAlarms({
  alarms,
  place,
  mayJudge,
}: {
  alarms: readonly Alarm[]
  place: string
  mayJudge: boolean
}) {
  if (alarms.length === 0) return null
  return (
    <Stack gap={3}>
      <Heading level={2}>
        <FormattedMessage id="hive.alarms" />
      </Heading>
      {alarms.slice(0, SHOWN).map((alarm) => (
        <AlarmCard key={alarm.id} alarm={alarm} place={place} open={false} mayJudge={mayJudge} />
      ))}
      {alarms.length > SHOWN && (
        <div>
          <ButtonLink to="/alarms">
            <FormattedMessage id="hive.allAlarms" />
          </ButtonLink>
        </div>
      )}
    </Stack>
  )
}
