import * as v from 'valibot'
import { SettingsPreview } from '#domain/alerts/settings-preview.ts'
import type { Job } from '#domain/platform/job.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Stat } from '../../../ui/display/stat.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { unitOf, variableNames } from './variable-draft.ts'

/** What would have been different with other settings. */
export function PreviewResult({ job }: { job: Job }) {
  const intl = useIntl()
  const parsed = v.safeParse(SettingsPreview, job.result)
  if (!parsed.success) return null
  const { settings, alarms, averages } = parsed.output
  const number = (value: number) => intl.formatNumber(value)
  const more = (value: number) => intl.formatNumber(value, { signDisplay: 'exceptZero' })
  return (
    <Stack gap={3}>
      <Text>
        {variableNames
          .filter((name) => settings[name] !== undefined)
          .map((name, at) => (
            <span key={name}>
              {at > 0 && ' · '}
              <FormattedMessage id={`administration-variables.name.${name}`} />: {number(settings[name]!)}{' '}
              {unitOf[name]}
            </span>
          ))}
      </Text>
      {alarms && (
        <Stack gap={2}>
          <Row gap={6} align="end">
            <Stat label={<FormattedMessage id="administration-variables.result.rang" />} value={number(alarms.rang)} />
            <Stat label={<FormattedMessage id="administration-variables.result.added" />} value={more(alarms.added)} />
            <Stat
              label={<FormattedMessage id="administration-variables.result.dropped" />}
              value={more(-alarms.dropped)}
            />
          </Row>
          <Text tone="neutral">
            <FormattedMessage
              id="administration-variables.result.hives"
              values={{ hives: alarms.hives, all: alarms.allHives }}
            />
          </Text>
        </Stack>
      )}
      {averages && (
        <Stack gap={2}>
          <Row gap={6} align="end">
            <Stat
              label={<FormattedMessage id="administration-variables.result.regionDays" />}
              value={number(averages.regionDays.tried)}
              note={
                <FormattedMessage
                  id="administration-variables.result.now"
                  values={{ value: averages.regionDays.now }}
                />
              }
            />
            <Stat
              label={<FormattedMessage id="administration-variables.result.hiveDays" />}
              value={number(averages.hiveDays.tried)}
              note={
                <FormattedMessage id="administration-variables.result.now" values={{ value: averages.hiveDays.now }} />
              }
            />
          </Row>
          <Text tone="neutral">
            <FormattedMessage
              id="administration-variables.result.month"
              values={{
                month: intl.formatDate(`${averages.month}-15`, { month: 'long', year: 'numeric' }),
                regions: averages.regions,
              }}
            />
          </Text>
        </Stack>
      )}
    </Stack>
  )
}
