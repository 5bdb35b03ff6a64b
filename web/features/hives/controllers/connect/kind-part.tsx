import { useState } from 'react'
import type { Controller } from '#domain/hives/controller.ts'
import type { MessageId } from '../../../../../locales/message-id.ts'
import { appSettings, productName } from '../../../../app-settings.ts'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { CopyField } from '../../../../ui/display/copy-field.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { Stack } from '../../../../ui/layout/layout.tsx'
import { Text } from '../../../../ui/layout/text.tsx'
import { useKeyAtHand } from '../claim/key-at-hand.ts'
import { type DeviceKind, deviceKinds, type Filling } from './device-kinds.ts'

const groups = ['finished', 'lorawan', 'built'] as const
const LINES_AT_MOST = 16
/** Stands out as something to fill in by hand, and can never be a real key. */
const NO_KEY = 'YOUR-DEVICE-KEY'

const offered = deviceKinds.filter(({ id }) => id !== 'mqtt' || appSettings.broker !== null)

export const kindOf = (id: string | undefined): DeviceKind | undefined => offered.find((kind) => kind.id === id)

/** Chooses the kind of device. */
export function KindSelect({ value, onChange }: { value: string | undefined; onChange: (kind: string) => void }) {
  const intl = useIntl()
  return (
    <Select
      label={<FormattedMessage id="connect.kind" />}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="" disabled>
        {intl.formatMessage({ id: 'connect.kind.choose' })}
      </option>
      {groups.map((group) => (
        <optgroup key={group} label={intl.formatMessage({ id: `connect.group.${group}` })}>
          {offered
            .filter((kind) => kind.group === group)
            .map(({ id }) => (
              <option key={id} value={id}>
                {intl.formatMessage({ id: `connect.kind.${id}` as MessageId }, { name: productName })}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  )
}

/** The settings for a device of this kind, filled in and ready to copy. */
export function KindSettings({ kind, controller }: { kind: DeviceKind; controller: Controller }) {
  const key = useKeyAtHand(controller.id)
  // the example's time must not change while it is being copied
  const [now] = useState(() => new Date().toISOString())
  const filling: Filling = {
    ...{ imei: controller.imei, imsi: controller.imsi, now },
    key: key ?? NO_KEY,
    site: (appSettings.publicUrl ?? window.location.origin).replace(/\/$/, ''),
    broker: appSettings.broker || 'mqtts://…',
  }
  return (
    <Stack gap={5}>
      <Text>
        <FormattedMessage id={`connect.kind.${kind.id}.lead` as MessageId} />
      </Text>
      {kind.settings(filling).map(({ id, text }) => (
        <CopyField
          key={id}
          label={<FormattedMessage id={`connect.setting.${id}`} />}
          text={text}
          code
          lines={Math.min(LINES_AT_MOST, text.split('\n').length)}
        />
      ))}
    </Stack>
  )
}
