import type { Fleet } from '#domain/operations/fleet.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Progress } from '../../../ui/status/progress.tsx'

/** How many transmitters run a version, with a link to them. */
function Version({ version, count }: Fleet['firmware'][number]) {
  const intl = useIntl()
  const name = version ?? intl.formatMessage({ id: 'administration-fleet.firmware.unknown' })
  const words = <FormattedMessage id="administration-fleet.firmware.count" values={{ version: name, count }} />
  if (version === null) return words
  return (
    <ButtonLink kind="quiet" to="/a/controllers" search={{ q: version }}>
      {words}
    </ButtonLink>
  )
}

/** How many transmitters run each version. */
export function FirmwareCard({ firmware, owned }: Pick<Fleet, 'firmware' | 'owned'>) {
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
              <Progress value={owned === 0 ? 0 : count / owned} label={<Version version={version} count={count} />} />
            </Stack>
          ))}
        </Stack>
      )}
    </Card>
  )
}
