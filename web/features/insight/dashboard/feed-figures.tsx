import type { DashboardScale } from '#domain/insight/dashboard.ts'
import { type FeedRunway, feedLeft, feedRunway } from '#domain/insight/feed-runway.ts'
import { FormattedMessage, FormattedNumber } from '../../../i18n/intl.tsx'
import { Stat } from '../../../ui/display/stat.tsx'
import { Text } from '../../../ui/layout/text.tsx'

type FeedProps = { scale: DashboardScale; weight: number | null }

/** The feed left and how long it lasts; nothing if the empty weight is unknown. */
export function FeedStat({ scale, weight }: FeedProps) {
  const feed = feedLeft(weight, scale)
  if (feed === null) return null
  const runway = runwayOf(scale, feed)
  return (
    <Stat
      size="small"
      label={<FormattedMessage id="dashboard.feedLeft" />}
      value={<FormattedNumber value={feed} minimumFractionDigits={1} maximumFractionDigits={1} />}
      unit="kg"
      note={
        runway.state === 'using' ? (
          <FormattedMessage id="dashboard.feedLasts.days" values={{ days: runway.days }} />
        ) : (
          runway.state === 'lasting' && <FormattedMessage id="dashboard.feedLasts.year" />
        )
      }
    />
  )
}

/** How the two figures are computed. */
export function FeedWords({ scale, weight }: FeedProps) {
  const feed = feedLeft(weight, scale)
  if (feed === null) return null
  const { emptyWeight, feedStock } = scale
  return (
    <div>
      <Text tone="neutral">
        <FormattedMessage
          id={feedStock > 0 ? 'dashboard.feedLeft.bounded' : 'dashboard.feedLeft.free'}
          values={{ weight, empty: emptyWeight, stock: feedStock }}
        />
      </Text>
      <RunwayWords runway={runwayOf(scale, feed)} />
    </div>
  )
}

function RunwayWords({ runway }: { runway: FeedRunway }) {
  if (runway.state === 'lasting') return null
  return (
    <Text tone="neutral">
      {runway.state === 'using' ? <RangeWords {...runway} /> : <FormattedMessage id="dashboard.feedLasts.unknown" />}
    </Text>
  )
}

function RangeWords({ perDayKg, shortest, longest }: Extract<FeedRunway, { state: 'using' }>) {
  const grams = Math.round(perDayKg * 1000)
  return longest === null ? (
    <FormattedMessage id="dashboard.feedLasts.atLeast" values={{ grams, shortest }} />
  ) : (
    <FormattedMessage id="dashboard.feedLasts.range" values={{ grams, shortest, longest }} />
  )
}

const runwayOf = ({ midnights }: DashboardScale, feedKg: number) =>
  feedRunway(
    feedKg,
    midnights.map(({ weight }) => weight),
  )
