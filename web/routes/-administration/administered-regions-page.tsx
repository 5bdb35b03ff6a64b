import { useNavigate, useSearch } from '@tanstack/react-router'
import { useIntl } from '../../i18n/intl.tsx'
import { Page } from '../../ui/layout/layout.tsx'
import { RegionsPage } from '../-settings/regions-page.tsx'

export function AdministeredRegionsPage() {
  const intl = useIntl()
  const { region } = useSearch({ from: '/_signed-in/a/regions' })
  const navigate = useNavigate({ from: '/a/regions' })
  return (
    <Page title={intl.formatMessage({ id: 'region.all' })}>
      <RegionsPage open={region} onOpen={(open) => void navigate({ search: open ? { region: open } : {} })} />
    </Page>
  )
}
