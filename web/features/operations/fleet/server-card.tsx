import type { Fleet } from '#domain/operations/fleet.ts'
import type { TroubleReply } from '#domain/platform/trouble.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'

/** The server's own problems, since when, and what to do; below, those that are over. */
export function ServerCard({ troubles: { open, ended } }: Pick<Fleet, 'troubles'>) {
  return (
    <Card anchor="troubles" title={<FormattedMessage id="administration-fleet.server" />}>
      <Stack>
        {open.length === 0 ? (
          <Text tone="neutral">
            <FormattedMessage id="administration-fleet.server.fine" />
          </Text>
        ) : (
          <Stack as="ul" gap={3}>
            {open.map((trouble) => (
              <OpenTrouble key={`${trouble.kind} ${trouble.subject}`} trouble={trouble} />
            ))}
          </Stack>
        )}
        {ended.length > 0 && <EndedTroubles ended={ended} />}
      </Stack>
    </Card>
  )
}

function OpenTrouble({ trouble: { kind, subject, values, since } }: { trouble: TroubleReply }) {
  const intl = useIntl()
  const at = intl.formatDate(since, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Stack as="li" gap={1}>
      <Text tone="alarm" strong>
        <FormattedMessage id={`trouble.${kind}`} values={{ ...values, subject: subject ?? '–' }} />
      </Text>
      <Text>
        <FormattedMessage id={`trouble.${kind}.todo`} />
      </Text>
      <Text tone="neutral">
        <FormattedMessage id="administration-fleet.server.since" values={{ at }} />
      </Text>
    </Stack>
  )
}

function EndedTroubles({ ended }: { ended: readonly TroubleReply[] }) {
  const intl = useIntl()
  const time = (at: string) => intl.formatDate(at, { dateStyle: 'short', timeStyle: 'short' })
  return (
    <details>
      <summary>
        <FormattedMessage id="administration-fleet.server.ended" values={{ count: ended.length }} />
      </summary>
      <Stack as="ul" gap={2}>
        {ended.map(({ kind, subject, values, since, ended: end }) => (
          <Stack key={`${kind} ${subject} ${since}`} as="li" gap={0}>
            <Text>
              <FormattedMessage id={`trouble.${kind}`} values={{ ...values, subject: subject ?? '–' }} />
            </Text>
            <Text tone="neutral">
              {time(since)} – {time(end ?? since)}
            </Text>
          </Stack>
        ))}
      </Stack>
    </details>
  )
}
