import { Link } from '@tanstack/react-router'
import { BatteryLow, BatteryMedium, Bell, BellRing, CalendarCheck, CalendarX2, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { batteryIsLow, summarizeApiary } from './apiary-summary.ts'
import styles from './dashboard.module.css'
import { SignalText } from './signal-text.tsx'

const subscriptionTones = { active: undefined, expiring: 'loss', expired: 'alarm' } as const

/** The apiary in one line: open alarms, the weakest battery and signal, and whose subscription ends first. */
export function ApiaryLine({
  controllers,
  openAlarms,
}: {
  controllers: readonly DashboardController[]
  /** Undefined while that is not known. */
  openAlarms: number | undefined
}) {
  const intl = useIntl()
  const { weakestBattery, weakestSignal, firstToExpire } = summarizeApiary(controllers)
  const several = controllers.length > 1
  const place = ({ name }: DashboardController) => several && <span className={styles.apiaryName}>{name}</span>
  const isLow = weakestBattery !== undefined && batteryIsLow(weakestBattery)
  return (
    <ul className={styles.apiary}>
      {openAlarms !== undefined && (
        <Fact icon={openAlarms > 0 ? BellRing : Bell} tone={openAlarms > 0 ? 'alarm' : undefined}>
          <Link to="/alarms">
            <FormattedMessage id="dashboard.openAlarms" values={{ count: openAlarms }} />
          </Link>
        </Fact>
      )}
      {weakestBattery && weakestBattery.battery !== null && (
        <Fact icon={isLow ? BatteryLow : BatteryMedium} tone={isLow ? 'alarm' : undefined}>
          <Words
            id={isLow ? 'dashboard.battery.low' : 'dashboard.battery'}
            values={{ volts: weakestBattery.battery }}
          />
          {place(weakestBattery)}
        </Fact>
      )}
      {weakestSignal && weakestSignal.signal !== null && (
        <Fact>
          <SignalText dbm={weakestSignal.signal} />
          {place(weakestSignal)}
        </Fact>
      )}
      {firstToExpire && (
        <Fact
          icon={firstToExpire.subscriptionState === 'active' ? CalendarCheck : CalendarX2}
          tone={subscriptionTones[firstToExpire.subscriptionState]}
        >
          <Words
            id={`dashboard.subscription.${firstToExpire.subscriptionState}`}
            values={{ date: intl.formatDate(firstToExpire.subscriptionEnd ?? '', { dateStyle: 'medium' }) }}
          />
          {firstToExpire.subscriptionState !== 'active' && place(firstToExpire)}
        </Fact>
      )}
    </ul>
  )
}

/** Words of their own beside an icon and a name. */
const Words = (words: ComponentProps<typeof FormattedMessage>) => (
  <span>
    <FormattedMessage {...words} />
  </span>
)

function Fact({ icon, tone, children }: { icon?: LucideIcon; tone?: Tone | undefined; children: ReactNode }) {
  return (
    <li className={styles.apiaryFact} data-tone={tone}>
      {icon && <Icon of={icon} />}
      {children}
    </li>
  )
}
