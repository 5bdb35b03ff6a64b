import { Check, Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Alarm, AlarmStatus } from '#domain/alerts/alarm.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import type { Tone } from '../../../ui/tone.ts'
import styles from './alarm-card.module.css'
import { AlarmCurve } from './alarm-curve.tsx'
import { AlarmWhy } from './alarm-why.tsx'
import { useJudgeAlarm } from './judge-alarm.ts'

const tones: Record<AlarmStatus, Tone> = {
  provisional: 'alarm',
  open: 'alarm',
  confirmed: 'alarm',
  withdrawn: 'neutral',
  closed: 'neutral',
}

/** One alarm: what, where, when, how sure and why, and the word of whoever looked. */
export function AlarmCard({
  alarm,
  place,
  level = 3,
  open,
  mayJudge,
  actions,
}: {
  alarm: Alarm
  /** The scale's name, or the transmitter's. */
  place: string
  /** The heading's level. */
  level?: 2 | 3
  open: boolean
  mayJudge: boolean
  /** More buttons beside the verdict. */
  actions?: ReactNode
}) {
  const intl = useIntl()
  const type = intl.formatMessage({ id: `alarm.type.${alarm.type}` })
  return (
    <Card
      level={level}
      title={intl.formatMessage({ id: 'alarm-screen.at' }, { type, place })}
      tone={open ? 'alarm' : undefined}
      meta={intl.formatDate(alarm.startedAt, { dateStyle: 'medium', timeStyle: 'short' })}
    >
      <Stack gap={3}>
        {open && <AlarmCurve alarm={alarm} place={place} />}
        {alarm.why.length > 0 && <AlarmWhy why={alarm.why} />}
        <Row gap={2}>
          <Badge tone={tones[alarm.status]}>
            <FormattedMessage id={`alarm.status.${alarm.status}`} />
          </Badge>
          {!isReminder(alarm) && (
            <Text size={13} tone="neutral" as="span">
              <FormattedMessage id="alarm-screen.confidence" values={{ confidence: alarm.confidence }} />
            </Text>
          )}
        </Row>
        {(mayJudge || actions) && (
          <div className={styles.choices}>
            {mayJudge && <Verdict alarm={alarm} />}
            {actions}
          </div>
        )}
      </Stack>
    </Card>
  )
}

/** Nothing that could be wrong: there is only to take note of it. */
const isReminder = ({ type }: Alarm): boolean => type === 'subscription'

function Verdict({ alarm }: { alarm: Alarm }) {
  const { id, verdict } = alarm
  const judge = useJudgeAlarm()
  const confirmed = isReminder(alarm) ? 'alarm-screen.noted' : 'alarm.verdict.confirmed'
  if (verdict) {
    return (
      <>
        <Badge icon={verdict === 'confirmed' ? Check : X}>
          <FormattedMessage id={verdict === 'confirmed' ? confirmed : 'alarm.verdict.false'} />
        </Badge>
        <Button kind="quiet" icon={Undo2} onClick={() => judge.mutate({ id, verdict: null })}>
          <FormattedMessage id="alarm-screen.undo" />
        </Button>
      </>
    )
  }
  return (
    <>
      <Button icon={Check} onClick={() => judge.mutate({ id, verdict: 'confirmed' })}>
        <FormattedMessage id={confirmed} />
      </Button>
      {!isReminder(alarm) && (
        <Button icon={X} onClick={() => judge.mutate({ id, verdict: 'false' })}>
          <FormattedMessage id="alarm.verdict.false" />
        </Button>
      )}
    </>
  )
}
