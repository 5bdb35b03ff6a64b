import { BatteryLow, Bell, CalendarClock, Droplets, type LucideIcon, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Banner } from '../../../ui/banner.tsx'
import type { NextStep } from './next-step.ts'

const looks: Record<NextStep['kind'], { icon: LucideIcon; tone: 'alarm' | 'stale' | 'loss' | 'neutral' }> = {
  alarm: { icon: Bell, tone: 'loss' },
  silent: { icon: WifiOff, tone: 'stale' },
  expired: { icon: CalendarClock, tone: 'stale' },
  expiring: { icon: CalendarClock, tone: 'neutral' },
  battery: { icon: BatteryLow, tone: 'stale' },
  feedSoon: { icon: Droplets, tone: 'loss' },
  feed: { icon: Droplets, tone: 'neutral' },
}

/** What is next at this hive, in one sentence, and what does it. */
export function NextStepWords({ step, actions }: { step: NextStep; actions: ReactNode }) {
  return <Banner {...looks[step.kind]} title={<Sentence step={step} />} actions={actions} />
}

function Sentence({ step }: { step: NextStep }) {
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
    default: {
      const { kind, shortest, longest } = step
      return (
        <FormattedMessage
          id={longest === null ? `hive.next.${kind}AtLeast` : `hive.next.${kind}`}
          values={{ shortest, longest }}
        />
      )
    }
  }
}
