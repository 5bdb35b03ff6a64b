import { FirmwareScreen } from '../../features/operations/firmware/firmware-screen.tsx'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Page } from '../../ui/layout/layout.tsx'

export const FirmwarePage = () => (
  <Page
    title={<FormattedMessage id="administration-firmware.title" />}
    lead={<FormattedMessage id="administration-firmware.lead" />}
  >
    <FirmwareScreen />
  </Page>
)
