import { FormattedMessage } from '../../../i18n/intl.tsx'
import { ShownOnce } from '../../../ui/display/shown-once.tsx'

/** The key of a transmitter, shown only this once. */
export function DeviceKey({ deviceKey }: { deviceKey: string }) {
  return (
    <ShownOnce
      title={<FormattedMessage id="claim.deviceKey.once" />}
      label={<FormattedMessage id="claim.deviceKey.title" />}
      hint={<FormattedMessage id="claim.deviceKey.next" />}
      secret={deviceKey}
    />
  )
}
