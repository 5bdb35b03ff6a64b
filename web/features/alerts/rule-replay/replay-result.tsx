import { Bell, BellOff, BellPlus, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { type ReplayEntry, type ReplayVerdict, RuleReplayResult, thresholdsOf } from '#domain/alerts/rule-replay.ts'
import type { Job } from '#domain/platform/job.ts'
import { FormattedDate, FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Stat } from '../../../ui/display/stat.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { limitsOf } from './replay-draft.ts'

const looks: Record<ReplayVerdict, { tone: Tone; icon: LucideIcon }> = {
  both: { tone: 'neutral', icon: Bell },
  added: { tone: 'accent', icon: BellPlus },
  dropped: { tone: 'stale', icon: BellOff },
}

/** The days on which a rule would have rung next to those on which it did. `link`: to the curve at that time. */
export function ReplayResult({
  job,
  nameOf,
  link,
}: {
  job: Job
  nameOf: (scaleId: number) => string
  link: (entry: ReplayEntry) => ReactNode
}) {
  const intl = useIntl()
  const parsed = v.safeParse(RuleReplayResult, job.result)
  if (!parsed.success) return null
  const { alarm, thresholds, from, to, both, added, dropped, quiet, entries, omitted } = parsed.output
  const tried = thresholdsOf[alarm].flatMap((name) => {
    const value = thresholds[name]
    return value === undefined ? [] : [{ name, value, unit: limitsOf[name].unit }]
  })
  return (
    <Stack gap={3}>
      <Text>
        <FormattedMessage id={`rule-replay.alarm.${alarm}`} />,{' '}
        <FormattedDate value={from} dateStyle="medium" timeZone="UTC" /> –{' '}
        <FormattedDate value={Date.parse(to) - 1} dateStyle="medium" timeZone="UTC" />
        {tried.map(({ name, value, unit }) => (
          <span key={name}>
            {' · '}
            <FormattedMessage id={`rule-replay.threshold.${name}`} />: {intl.formatNumber(value)} {unit}
          </span>
        ))}
        {tried.length === 0 && (
          <>
            {' · '}
            <FormattedMessage id="rule-replay.asNow" />
          </>
        )}
      </Text>
      <Row gap={6} align="end">
        <Stat label={<FormattedMessage id="rule-replay.would" />} value={intl.formatNumber(both + added)} />
        <Stat label={<FormattedMessage id="rule-replay.did" />} value={intl.formatNumber(both + dropped)} />
        <Stat label={<FormattedMessage id="rule-replay.quiet" />} value={intl.formatNumber(quiet)} />
      </Row>
      {entries.length === 0 ? (
        <Text>
          <FormattedMessage id="rule-replay.nothing" />
        </Text>
      ) : (
        <Table
          caption={intl.formatMessage({ id: 'rule-replay.days' })}
          rows={entries}
          rowKey={({ scaleId, startedAt, verdict }) => `${scaleId} ${startedAt} ${verdict}`}
          columns={[
            {
              id: 'time',
              header: intl.formatMessage({ id: 'rule-replay.time' }),
              sortBy: ({ startedAt }) => startedAt,
              cell: ({ startedAt }) => <FormattedDate value={startedAt} dateStyle="medium" timeStyle="short" />,
            },
            {
              id: 'verdict',
              header: intl.formatMessage({ id: 'rule-replay.verdict' }),
              sortBy: ({ verdict }) => verdict,
              phone: 'fact',
              cell: ({ verdict }) => (
                <Badge {...looks[verdict]}>
                  <FormattedMessage id={`rule-replay.verdict.${verdict}`} />
                </Badge>
              ),
            },
            {
              id: 'scale',
              header: intl.formatMessage({ id: 'rule-replay.scale' }),
              sortBy: ({ scaleId }) => nameOf(scaleId),
              phone: 'fact',
              cell: ({ scaleId }) => nameOf(scaleId),
            },
            {
              id: 'change',
              header: intl.formatMessage({ id: 'rule-replay.change' }),
              align: 'end',
              sortBy: ({ weightChange }) => weightChange,
              phone: 'hidden',
              cell: ({ weightChange }) =>
                `${intl.formatNumber(weightChange, { signDisplay: 'exceptZero', maximumFractionDigits: 1 })}\u00a0kg`,
            },
            {
              id: 'confidence',
              header: intl.formatMessage({ id: 'rule-replay.confidence' }),
              align: 'end',
              sortBy: ({ confidence }) => confidence,
              phone: 'hidden',
              cell: ({ confidence }) => intl.formatNumber(confidence, { style: 'percent' }),
            },
            { id: 'curve', header: intl.formatMessage({ id: 'rule-replay.curve' }), phone: 'action', cell: link },
          ]}
        />
      )}
      {omitted > 0 && (
        <Text tone="neutral">
          <FormattedMessage id="rule-replay.omitted" values={{ omitted }} />
        </Text>
      )}
    </Stack>
  )
}
