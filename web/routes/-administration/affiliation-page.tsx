import { useNavigate } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { AffiliationToday } from '../../features/hives/controllers/administration/affiliation-today.tsx'
import { Unaffiliated } from '../../features/hives/controllers/administration/unaffiliated.tsx'
import { user } from '../../features/people/session/session-state.ts'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Page } from '../../ui/layout/layout.tsx'

export function AffiliationPage() {
  const { affiliation } = useSnapshot(user)
  const navigate = useNavigate()
  return (
    <Page title={<FormattedMessage id="administration-fleet.title" />} lead={affiliation?.name}>
      {affiliation ? (
        <AffiliationToday
          onOpen={(id) =>
            void navigate({ to: '/settings/controllers/$controllerId', params: { controllerId: String(id) } })
          }
        />
      ) : (
        <Unaffiliated />
      )}
    </Page>
  )
}
