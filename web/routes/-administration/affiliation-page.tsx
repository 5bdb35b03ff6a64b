import { useSnapshot } from 'valtio'
import { AffiliationToday } from '../../features/hives/controllers/administration/affiliation-today.tsx'
import { Unaffiliated } from '../../features/hives/controllers/administration/unaffiliated.tsx'
import { user } from '../../features/people/session/session-state.ts'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Page } from '../../ui/layout/layout.tsx'

export function AffiliationPage() {
  const { affiliation } = useSnapshot(user)
  return (
    <Page title={<FormattedMessage id="administration-fleet.title" />} lead={affiliation?.name}>
      {affiliation ? <AffiliationToday /> : <Unaffiliated />}
    </Page>
  )
}
