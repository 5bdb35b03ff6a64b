import { useQuery } from '@tanstack/react-query'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Stat } from '../../../ui/display/stat.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import type { Audience } from './notice-draft.ts'
import { reachQuery } from './notice-queries.ts'

/** How many customers a message would reach, by channel. */
export function Reach({ audience }: { audience: Audience }) {
  const intl = useIntl()
  const { data: reach, error, isEnabled } = useQuery(reachQuery(audience))
  if (!isEnabled) {
    return (
      <Text tone="neutral">
        <FormattedMessage id="administration-notices.reach.none" />
      </Text>
    )
  }
  if (error) return <Banner tone="alarm" title={<ErrorWords error={error} />} />
  if (!reach) return <Skeleton shape="stat" />
  return (
    <Stack gap={2}>
      <Row gap={6} align="end">
        <Stat label={<FormattedMessage id="administration-notices.people" />} value={intl.formatNumber(reach.people)} />
        {audience.types.map((type) => (
          <Stat
            key={type}
            size="small"
            label={<FormattedMessage id={`administration-notices.type.${type}`} />}
            value={intl.formatNumber(reach[type])}
          />
        ))}
      </Row>
      {reach.unreached > 0 && (
        <Text tone="neutral">
          <FormattedMessage id="administration-notices.unreached" values={{ count: reach.unreached }} />
        </Text>
      )}
    </Stack>
  )
}
