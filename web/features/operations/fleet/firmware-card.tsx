import type { Fleet } from '#domain/operations/fleet.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Progress } from '../../../ui/status/progress.tsx'

/** How many transmitters run each version. */
export function FirmwareCard({ firmware, owned }: Pick<Fleet, 'firmware' | 'owned'>) {
  const intl = useIntl()
  return (
    <Card title={<FormattedMessage id="administration-fleet.firmware" />}>
      {firmware.length === 0 ? (
        <Text tone="neutral">
          <FormattedMessage id="administration-fleet.nothing" />
        </Text>
      ) : (
        <Stack gap={3} as="ul">
          {firmware.map(({ version, count }) => (
            <Stack key={version ?? ''} as="li" gap={0}>
              <Progress
                value={owned === 0 ? 0 : count / owned}
                label={
                  <FormattedMessage
                    id="administration-fleet.firmware.count"
                    values={{
                      version: version ?? intl.formatMessage({ id: 'administration-fleet.firmware.unknown' }),
                      count,
                    }}
                  />
                }
              />
            </Stack>
          ))}
        </Stack>
      )}
    </Card>
  )
}
