import { type DigestWay, digestWays, type SeasonDigest } from '#domain/insight/season-digest.ts'
import { defined } from '#domain/platform/defined.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { useDigestTime } from './digest-time.ts'
import { useEditDigest } from './use-edit-digest.ts'

const days = [1, 2, 3, 4, 5, 6, 7]
const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** How and when the weekly report on one's hives is sent; choices take effect at once. `ways`: how it can be sent now; `email`: the address for mails. */
export function DigestSettings({
  digest,
  ways,
  email,
}: {
  digest: SeasonDigest
  ways: readonly DigestWay[]
  email: string
}) {
  const intl = useIntl()
  const { dayWord, hourWord } = useDigestTime()
  const edit = useEditDigest()
  // shows the new values while they are being saved
  const { way, weekday, hour, timeZone } = { ...digest, ...defined(edit.isPending ? edit.variables : {}) }
  const choose = (name: 'weekday' | 'hour', value: string) => edit.mutate({ [name]: Number(value) })
  return (
    <Card>
      <Stack gap={3}>
        <Select
          label={<FormattedMessage id="season-digest.how" />}
          value={way ?? 'none'}
          onChange={({ target: { value } }) => edit.mutate({ way: digestWays.find((one) => one === value) ?? null })}
          options={(['none', ...digestWays] as const).map((value) => ({
            value,
            label: intl.formatMessage({ id: `season-digest.way.${value}` }),
            disabled: value === 'email' && way !== 'email' && !ways.includes('email'),
          }))}
        />
        {!ways.includes('email') && (
          <Text tone="neutral">
            <FormattedMessage id="error.mail_unavailable" />
          </Text>
        )}
        {way === 'push' && !ways.includes('push') && (
          <Text tone="loss">
            <FormattedMessage id="season-digest.noDevice" />
          </Text>
        )}
        {way !== null && (
          <>
            <Grid columns="pair">
              <Select
                label={<FormattedMessage id="season-digest.day" />}
                value={String(weekday)}
                onChange={(event) => choose('weekday', event.target.value)}
                options={days.map((day) => ({ value: String(day), label: dayWord(day) }))}
              />
              <Select
                label={<FormattedMessage id="season-digest.time" />}
                value={String(hour)}
                onChange={(event) => choose('hour', event.target.value)}
                options={hours.map((one) => ({ value: String(one), label: hourWord(one) }))}
              />
            </Grid>
            <Text tone="neutral">
              <FormattedMessage
                id={`season-digest.to.${way}`}
                values={{ zone: timeZone.replaceAll('_', ' '), email }}
              />
            </Text>
          </>
        )}
      </Stack>
    </Card>
  )
}
