import { BellRing, Clock, type LucideIcon, TriangleAlert, Wheat } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { isHint } from '#domain/alerts/alarm-types.ts'
import { overdueSince } from '#domain/hives/measured-at.ts'
import { ownQuantity } from '#domain/hives/own-quantity.ts'
import { Ago } from '../../../i18n/ago.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Tone } from '../../../ui/tone.ts'
import type { Hive, HiveState } from './hives.ts'
import styles from './today.module.css'

const looks: Partial<Record<HiveState['kind'], { icon: LucideIcon; tone: Tone }>> = {
  alarm: { icon: BellRing, tone: 'alarm' },
  damaged: { icon: TriangleAlert, tone: 'loss' },
  silent: { icon: Clock, tone: 'stale' },
  feedShort: { icon: Wheat, tone: 'loss' },
}

/** Renders what else there is to do at a hive, in one line; nothing if there is nothing. */
export const LineOf = createContext<(hive: Hive) => ReactNode>(() => null)

/** That a value is old although others came since, and how old. */
export function Overdue({ since, now }: { since: string; now: number }) {
  return (
    <span className={styles.state} data-tone="stale">
      <Icon of={Clock} size={16} />
      <span>
        <FormattedMessage id="dashboard.measured" values={{ ago: <Ago time={since} now={now} /> }} />
      </span>
    </span>
  )
}

/** A hive's state or need in a few words, and how old its value is if others came since; needs come with an icon and a color. */
export function HiveStateWords({ hive, now }: { hive: Hive; now: number }) {
  const { state, scale, controller } = hive
  const since = overdueSince(scale.last, ownQuantity[scale.type], controller.updateInterval)
  const look = state.kind === 'alarm' && isHint(state.alarm.type) ? looks.damaged : looks[state.kind]
  const line = use(LineOf)(hive)
  return (
    <>
      <span className={styles.state} data-tone={look?.tone}>
        {look && <Icon of={look.icon} size={16} />}
        <span>
          <Words state={state} now={now} />
        </span>
      </span>
      {since && state.kind !== 'silent' && <Overdue since={since} now={now} />}
      {line}
    </>
  )
}

function Words({ state, now }: { state: HiveState; now: number }) {
  const intl = useIntl()
  switch (state.kind) {
    case 'alarm': {
      const { type, startedAt } = state.alarm
      const values = { type: intl.formatMessage({ id: `alarm.type.${type}` }), ago: <Ago time={startedAt} now={now} /> }
      return <FormattedMessage id="dashboard.state.alarm" values={values} />
    }
    case 'silent':
      return <FormattedMessage id="dashboard.state.silent" values={{ ago: <Ago time={state.since} now={now} /> }} />
    case 'feedShort':
      return <FormattedMessage id="dashboard.state.feedShort" values={{ days: state.days }} />
    default:
      return <FormattedMessage id={`dashboard.state.${state.kind}`} />
  }
}
