import { Check, CloudUpload, Hand, Undo2, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { isReminder, weightAlarms } from '#domain/alerts/alarm-types.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { useWaits } from '../../../offline/outbox.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import styles from './alarm-choices.module.css'
import { useJudgeAlarm } from './judge-alarm.ts'
import { ALARM_PATH } from './pending-verdicts.ts'

/** The choices for an alarm: judge whether it was right, plus the buttons passed as children. Only their owner sees alarms of a rule, and may always judge them. */
export function AlarmChoices({
  alarm,
  mayJudge,
  children,
}: {
  alarm: Alarm
  mayJudge: boolean
  /** More buttons beside the verdict. */
  children?: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  useKeptFocus(place, alarm.verdict)
  const judges = mayJudge || alarm.rule !== undefined
  if (!judges && !children) return null
  return (
    <div ref={place} tabIndex={-1} className={styles.choices}>
      {judges && <Verdict alarm={alarm} />}
      {children}
    </div>
  )
}

const icons = { confirmed: Check, hands: Hand, false: X }

/** Whether the alarm is about weight: working at a hive changes its weight and triggers no other kind of alarm. */
export const isOfWeight = ({ type }: Pick<Alarm, 'type'>): boolean => weightAlarms.some((one) => one === type)

function Verdict({ alarm }: { alarm: Alarm }) {
  const { id, verdict } = alarm
  const judge = useJudgeAlarm()
  const waits = useWaits(ALARM_PATH + id)
  const confirmed = isReminder(alarm.type) ? 'alarm.noted' : 'alarm.verdict.confirmed'
  if (verdict) {
    return (
      <>
        <Badge icon={icons[verdict]}>
          <FormattedMessage id={verdict === 'confirmed' ? confirmed : `alarm.verdict.${verdict}`} />
        </Badge>
        {waits && (
          <Badge tone="stale" icon={CloudUpload}>
            <FormattedMessage id="alarm.waits" />
          </Badge>
        )}
        <Button kind="quiet" icon={Undo2} onClick={() => judge.mutate({ id, verdict: null })}>
          <FormattedMessage id="alarm.undo" />
        </Button>
      </>
    )
  }
  return (
    <>
      <Button icon={Check} onClick={() => judge.mutate({ id, verdict: 'confirmed' })}>
        <FormattedMessage id={confirmed} />
      </Button>
      {isOfWeight(alarm) && (
        <Button icon={Hand} onClick={() => judge.mutate({ id, verdict: 'hands' })}>
          <FormattedMessage id="alarm.verdict.hands" />
        </Button>
      )}
      {!isReminder(alarm.type) && (
        <Button icon={X} onClick={() => judge.mutate({ id, verdict: 'false' })}>
          <FormattedMessage id="alarm.verdict.false" />
        </Button>
      )}
    </>
  )
}
