import { BellRing, ListChecks } from 'lucide-react'
import type { Fleet } from '#domain/operations/fleet.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Stat } from '../../../ui/display/stat.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'

/** Messages that did not arrive. */
export function DeliveryCard({ deliveries: { failed, waiting, failingChannels } }: Pick<Fleet, 'deliveries'>) {
  const intl = useIntl()
  const all = failed.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card anchor="deliveries" title={<FormattedMessage id="administration-fleet.deliveries" />}>
      <Stack>
        <Row gap={6} align="end">
          <Stat
            label={<FormattedMessage id="administration-fleet.deliveries.failed" />}
            tone={all > 0 ? 'alarm' : 'neutral'}
            value={intl.formatNumber(all)}
            note={failed.map(({ channel, count }, index) => (
              <span key={channel}>
                {index > 0 && ', '}
                <FormattedMessage id={`administration-notifications.channel.${channel}`} /> {intl.formatNumber(count)}
              </span>
            ))}
          />
          <Stat
            label={<FormattedMessage id="administration-fleet.deliveries.waiting" />}
            value={intl.formatNumber(waiting)}
          />
          <Stat
            label={<FormattedMessage id="administration-fleet.deliveries.channels" />}
            value={intl.formatNumber(failingChannels)}
          />
        </Row>
        <Row>
          <ButtonLink icon={BellRing} to="/a/notifications" search={{ state: 'failed' }}>
            <FormattedMessage id="administration-fleet.deliveries.open" />
          </ButtonLink>
        </Row>
      </Stack>
    </Card>
  )
}

/** Jobs that failed. */
export function JobsCard({ jobs }: Pick<Fleet, 'jobs'>) {
  const intl = useIntl()
  return (
    <Card anchor="jobs" title={<FormattedMessage id="administration-fleet.jobs" values={{ count: jobs.length }} />}>
      <Stack>
        {jobs.length === 0 ? (
          <Text tone="neutral">
            <FormattedMessage id="administration-fleet.nothing" />
          </Text>
        ) : (
          <Stack as="ul" gap={3}>
            {jobs.slice(0, 10).map(({ id, type, description, problem, finished }) => (
              <Stack key={id} as="li" gap={1}>
                <Text strong>
                  <FormattedMessage id={`job.type.${type}`} />
                  {description && ` · ${description}`}
                </Text>
                {problem && (
                  <Text tone="alarm">
                    <FormattedMessage id={`error.${problem}`} />
                  </Text>
                )}
                <Text tone="neutral">
                  {finished && intl.formatDate(finished, { dateStyle: 'medium', timeStyle: 'short' })}
                </Text>
              </Stack>
            ))}
          </Stack>
        )}
        <Row>
          <ButtonLink icon={ListChecks} to="/a/jobs" search={{ status: 'failed' }}>
            <FormattedMessage id="administration-fleet.jobs.open" />
          </ButtonLink>
        </Row>
      </Stack>
    </Card>
  )
}
