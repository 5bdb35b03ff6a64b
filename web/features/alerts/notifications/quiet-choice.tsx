import { useState } from 'react'
import { alarmTypes, isHint } from '#domain/alerts/alarm-types.ts'
import type { ChannelType, NotificationChannel } from '#domain/alerts/notification.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { zoneHere } from '../../../i18n/zone-here.ts'
import { Switch } from '../../../ui/fields/switch.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { AlarmTypes } from './alarm-choice.tsx'

const NIGHT = { from: '22:00', to: '06:00' }

/** Hints have a choice of their own, for day and night alike. */
const quieted = alarmTypes.filter((type) => !isHint(type))

/** The other channel types cannot deliver silently. */
const comesSilently = (type: ChannelType) => !['email', 'sms', 'webhook'].includes(type)

/** Quiet hours, what they do on this kind of channel, and what rings anyway. */
export function QuietChoice({ channel, wrong }: { channel: NotificationChannel; wrong: boolean }) {
  const { type, quietFrom, quietTo, timeZone, ringsAlways } = channel
  const here = zoneHere()
  const [quiet, setQuiet] = useState(quietFrom !== null)
  return (
    <Stack gap={3}>
      <Switch
        name="quiet"
        checked={quiet}
        onChange={(event) => setQuiet(event.target.checked)}
        label={<FormattedMessage id="notification-screen.quiet" />}
        hint={<FormattedMessage id={`notification-screen.quiet.${comesSilently(type) ? 'silent' : 'held'}`} />}
      />
      {quiet && (
        <>
          <Grid columns="pair">
            <TextField
              name="quietFrom"
              type="time"
              required
              defaultValue={quietFrom ?? NIGHT.from}
              label={<FormattedMessage id="notification-screen.quiet.from" />}
            />
            <TextField
              name="quietTo"
              type="time"
              required
              defaultValue={quietTo ?? NIGHT.to}
              label={<FormattedMessage id="notification-screen.quiet.to" />}
              error={wrong && <FormattedMessage id="notification-screen.quiet.wrong" />}
            />
          </Grid>
          {quietFrom !== null && timeZone !== here && (
            <Text tone="neutral">
              <FormattedMessage id="notification-screen.quiet.zone" values={{ zone: timeZone, here }} />
            </Text>
          )}
          <fieldset>
            <legend>
              <Text strong as="span">
                <FormattedMessage id="notification-screen.ringsAlways" />
              </Text>
            </legend>
            <AlarmTypes name="ringsAlways" types={quieted} chosen={ringsAlways} />
          </fieldset>
        </>
      )}
    </Stack>
  )
}
