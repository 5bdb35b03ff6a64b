import { BatteryLow, Bell, CalendarClock, type LucideIcon, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import type { NextStep } from './next-step.ts'

/** All steps except the season's advice, which has its own component. */
export type NextStepOfHive = Exclude<NextStep, { kind: 'season' }>

const looks: Record<NextStepOfHive['kind'], { icon: LucideIcon; tone: 'stale' | 'loss' | 'neutral' }> = {
  alarm: { icon: Bell, tone: 'loss' },
  silent: { icon: WifiOff, tone: 'stale' },
  expired: { icon: CalendarClock, tone: 'stale' },
  expiring: { icon: CalendarClock, tone: 'neutral' },
  battery: { icon: BatteryLow, tone: 'stale' },
}

/** The next step at this hive in one sentence, with the buttons for it. */
export function NextStepWords({ step, actions }: { step: NextStepOfHive; actions: ReactNode }) {
  return <Banner {...looks[step.kind]} title={<Sentence step={step} />} actions={actions} />
}

function Sentence({ step }: { step: NextStepOfHive }) {
  const intl = useIntl()
  const at = (time: string) => intl.formatDate(time, { dateStyle: 'medium', timeStyle: 'short' })
  switch (step.kind) {
    case 'alarm': {
      const { type, startedAt, weightChange } = step.alarm
      const values = {
        type: intl.formatMessage({ id: `alarm.type.${type}` }),
        time: at(startedAt),
        change: weightChange,
      }
      // a fact, of which nobody needs to say whether it is true
      if (type === 'silence') return <FormattedMessage id="hive.next.stopped" values={values} />
      return (
        <FormattedMessage id={weightChange === null ? 'hive.next.alarm' : 'hive.next.alarmChange'} values={values} />
      )
    }
    case 'silent':
      return <FormattedMessage id="hive.next.silent" values={{ time: at(step.since) }} />
    case 'battery':
      return <FormattedMessage id="hive.next.battery" values={{ volts: step.volts }} />
    case 'expired':
    case 'expiring':
      return <FormattedMessage id={`hive.next.${step.kind}`} values={{ end: new Date(step.end) }} />
  }
}
