import { useSnapshot } from 'valtio'
import { formatDuration } from '../../../charts/readout/duration.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { deviceClock } from '../../../offline/device-clock.ts'
import { Banner } from '../../../ui/status/banner.tsx'

/** Warns that this device's clock is wrong, since it decides how long ago something was and who is silent. */
export function ClockNotice() {
  const intl = useIntl()
  const { aheadMs } = useSnapshot(deviceClock)
  const duration = formatDuration(intl, Math.abs(aheadMs) / 1000)
  return (
    <Banner
      tone="stale"
      title={<FormattedMessage id={`device-clock.${aheadMs > 0 ? 'ahead' : 'behind'}`} values={{ duration }} />}
    >
      <FormattedMessage id="device-clock.todo" />
    </Banner>
  )
}
