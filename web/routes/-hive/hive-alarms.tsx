import { type ReactNode, useState } from 'react'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { AlarmCard } from '../../features/alerts/alarms/alarm-card.tsx'
import type { Apiary } from '../../features/alerts/alarms/alarm-place.tsx'
import { linkedAlarmQuery, openAlarmsQuery, recentAlarmsQuery } from '../../features/alerts/alarms/alarm-queries.ts'
import { useAlarms } from '../../features/alerts/alarms/use-alarms.ts'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { AlarmCourse } from '../-course/alarm-course.tsx'
import styles from './hive-alarms.module.css'

const SHOWN = 3
const MORE = 20
const none: never[] = []

/**
 * The known alarms of a hive: those that are ongoing, those of the last 30 days, and the one that a link leads to, however old. `isMissing`: the linked one
 * cannot be loaded now.
 */
export function useHiveAlarms(scaleId: number, linkedId: number | undefined) {
  const { data: open = none } = useAlarms(openAlarmsQuery)
  const { data: recent = none } = useAlarms(recentAlarmsQuery)
  const isListed = [...open, ...recent].some(({ id }) => id === linkedId)
  const asked = useAlarms({ ...linkedAlarmQuery(linkedId ?? 0), enabled: linkedId !== undefined && !isListed })
  const known = newestFirst([...open, ...recent, ...(asked.data ?? none)].filter((alarm) => alarm.scaleId === scaleId))
  const waiting = open.filter(({ verdict }) => verdict === null)
  const isMissing = linkedId !== undefined && !isListed && asked.isError && !asked.data
  return { open, waiting, known, isMissing }
}

/** Removes duplicates, keeping the first version of each, and sorts the newest to the top; a year may have thousands. */
export function newestFirst(alarms: readonly Alarm[]): Alarm[] {
  const byId = new Map<number, Alarm>()
  for (const alarm of alarms) if (!byId.has(alarm.id)) byId.set(alarm.id, alarm)
  return [...byId.values()].sort((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt))
}

/** The alarms of a hive, each with its verdict, newest first. */
export function HiveAlarms({
  alarms,
  waiting,
  place,
  apiary,
  mayJudge,
  muteOf,
}: {
  alarms: readonly Alarm[]
  /** Those of `alarms` that are waiting to be looked at. */
  waiting: readonly Alarm[]
  place: string
  apiary: Apiary
  mayJudge: boolean
  /** The control that mutes similar alarms, for people who may not give a verdict. */
  muteOf: (alarm: Alarm) => ReactNode
}) {
  const [shown, setShown] = useState(SHOWN)
  if (alarms.length === 0) return null
  return (
    <Card title={<FormattedMessage id="hive.alarms" />}>
      <div className={styles.alarms}>
        {alarms.slice(0, shown).map((alarm) => {
          const open = waiting.some(({ id }) => id === alarm.id)
          return (
            <AlarmCard
              key={alarm.id}
              {...{ alarm, place, apiary, mayJudge, open }}
              after={<AlarmCourse alarm={alarm} mayChange={mayJudge} />}
              anchor={`alarm-${alarm.id}`}
              actions={open && !mayJudge && muteOf(alarm)}
            />
          )
        })}
      </div>
      {alarms.length > shown && (
        <div>
          <Button onClick={() => setShown(shown + MORE)}>
            <FormattedMessage id="hive.moreAlarms" values={{ count: alarms.length - shown }} />
          </Button>
        </div>
      )}
    </Card>
  )
}
