import { type ReactNode, useState } from 'react'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { AlarmCard } from './alarm-card.tsx'
import type { Apiary } from './alarm-place.tsx'

/** A night at a large club has hundreds of alarms, a month up to 2,000: a phone cannot draw all of them at once. */
const SHOWN = 30

/** What the alarms screen needs to know about places: names, who may judge, and further actions. */
export type AlarmPlaces = {
  nameOf: (alarm: Pick<Alarm, 'scaleId' | 'controllerId'>) => string
  apiaryOf: (alarm: Pick<Alarm, 'controllerId'>) => Apiary | undefined
  mayJudge: (alarm: Pick<Alarm, 'controllerId'>) => boolean
  actionsOf: (alarm: Alarm, open: boolean) => ReactNode
  /** Shown after the card. */
  afterOf: (alarm: Alarm) => ReactNode
}

/** The first of a list of alarms, with a button for more of them below. */
export function AlarmCards({ alarms, open, places }: { alarms: readonly Alarm[]; open: boolean; places: AlarmPlaces }) {
  const [shown, setShown] = useState(SHOWN)
  return (
    <Stack>
      {alarms.slice(0, shown).map((alarm) => (
        <AlarmCard
          key={alarm.id}
          alarm={alarm}
          place={places.nameOf(alarm)}
          open={open}
          mayJudge={places.mayJudge(alarm)}
          apiary={places.apiaryOf(alarm)}
          actions={places.actionsOf(alarm, open)}
          after={places.afterOf(alarm)}
        />
      ))}
      {alarms.length > shown && (
        <Row justify="center">
          <Button onClick={() => setShown(shown + SHOWN)}>
            <FormattedMessage id="hive.moreAlarms" values={{ count: alarms.length - shown }} />
          </Button>
        </Row>
      )}
    </Stack>
  )
}
