import { useState } from 'react'
import type { NotificationChannel } from '#domain/alerts/notification.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import type { Place } from './place.ts'

/** Chooses which transmitters: all of one's own, including future ones, or some; and watched ones. */
export function ControllerChoice({
  channel: { everyOwn, controllerIds },
  places,
  missing,
}: {
  channel: NotificationChannel
  places: readonly Place[]
  missing: boolean
}) {
  const [every, setEvery] = useState(everyOwn)
  const own = places.filter(({ isOwn }) => isOwn)
  const watched = places.filter(({ isOwn }) => !isOwn)
  const shown = [...(every ? [] : own), ...watched]
  return (
    <fieldset>
      <legend>
        <Text strong as="span">
          <FormattedMessage id="notification-screen.controllers" />
        </Text>
      </legend>
      <Switch
        name="everyOwn"
        checked={every}
        onChange={(event) => setEvery(event.target.checked)}
        label={<FormattedMessage id="notification-screen.controllers.own" />}
        hint={<FormattedMessage id="notification-screen.controllers.own.hint" />}
      />
      {shown.map(({ id, name, isOwn }, index) => (
        <Checkbox
          key={id}
          name="controllerIds"
          value={id}
          defaultChecked={controllerIds.includes(id) || (isOwn && everyOwn)}
          label={name}
          hint={!isOwn && <FormattedMessage id="notification-screen.controllers.watched" />}
          error={missing && index === shown.length - 1 && <FormattedMessage id="error.no_controller_chosen" />}
        />
      ))}
      {missing && shown.length === 0 && (
        <Text tone="alarm">
          <FormattedMessage id="error.no_controller_chosen" />
        </Text>
      )}
    </fieldset>
  )
}
