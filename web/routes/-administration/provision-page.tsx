import { ProvisionScreen } from '../../features/hives/controllers/administration/provision-screen.tsx'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Page } from '../../ui/layout/layout.tsx'

export function ProvisionPage() {
  return (
    <Page title={<FormattedMessage id="administration-menu.register" />}>
      <ProvisionScreen />
    </Page>
  )
}
