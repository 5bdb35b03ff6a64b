import type { ReactNode } from 'react'
import type { Alarm, AlarmStatus } from '#domain/alerts/alarm.ts'
import { isHint, isReminder, RINGING_CONFIDENCE_PERCENT } from '#domain/alerts/alarm-types.ts'
import { Ago } from '../../../i18n/ago.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { useNow } from '../../../ui/use-now.ts'
import { AlarmChoices } from './alarm-choices.tsx'
import { AlarmCurve } from './alarm-curve.tsx'
import { AlarmPlace, type Apiary } from './alarm-place.tsx'
import { AlarmWhy } from './alarm-why.tsx'

const over: ReadonlySet<AlarmStatus> = new Set(['withdrawn', 'closed'])

const clock = () => Date.now()

/** One alarm: what, where, when, how certain and why, the verdict, and the place on a map. */
export function AlarmCard({
  alarm,
  place,
  level = 3,
  open,
  withCurve = open,
  mayJudge,
  apiary,
  actions,
  after,
  anchor,
}: {
  alarm: Alarm
  /** The scale's name, or the transmitter's. */
  place: string
  /** The heading's level. */
  level?: 2 | 3
  open: boolean
  withCurve?: boolean
  mayJudge: boolean
  apiary: Apiary | undefined
  /** More buttons beside the verdict. */
  actions?: ReactNode
  /** Shown after the card's content. */
  after?: ReactNode
  /** Id that links point to by their hash. */
  anchor?: string
}) {
  const intl = useIntl()
  const now = useNow(clock)
  const type = intl.formatMessage({ id: `alarm.type.${alarm.type}` })
  const openTone = isHint(alarm.type) ? 'loss' : 'alarm'
  /** A quiet alarm calls for nobody's attention. */
  const isQuiet = 100 * alarm.confidence < RINGING_CONFIDENCE_PERCENT
  return (
    <Card
      level={level}
      title={intl.formatMessage({ id: 'alarm-screen.at' }, { type, place })}
      anchor={anchor}
      tone={open && alarm.verdict === null ? openTone : undefined}
      isOneOfMany
      meta={
        <>
          {intl.formatDate(alarm.startedAt, { dateStyle: 'medium', timeStyle: 'short' })}
          {open && (
            <>
              {' · '}
              <Ago time={alarm.startedAt} now={now} />
            </>
          )}
        </>
      }
    >
      <Stack gap={3}>
        {withCurve && <AlarmCurve alarm={alarm} place={place} />}
        {alarm.why.length > 0 && <AlarmWhy why={alarm.why} />}
        <Row gap={2}>
          {/* a verdict, once given, stands */}
          {alarm.verdict === null && (
            <Badge tone={isQuiet || over.has(alarm.status) ? 'neutral' : openTone}>
              <FormattedMessage id={`alarm-screen.status.${alarm.status}`} />
            </Badge>
          )}
          {!isReminder(alarm.type) && !alarm.rule && (
            <Text tone="neutral" as="span">
              <FormattedMessage id="alarm-screen.confidence" values={{ confidence: alarm.confidence }} />
            </Text>
          )}
        </Row>
        <AlarmChoices alarm={alarm} mayJudge={mayJudge}>
          {actions}
          {alarm.rule && (
            <ButtonLink kind="quiet" to="/settings/rules" search={{ rule: alarm.rule.id }}>
              <FormattedMessage id="alarm-card.rule" />
            </ButtonLink>
          )}
        </AlarmChoices>
        {after}
        {apiary && <AlarmPlace apiary={apiary} />}
      </Stack>
    </Card>
  )
}
