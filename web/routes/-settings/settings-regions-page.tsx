import { useNavigate, useSearch } from '@tanstack/react-router'
import { RegionsPage } from './regions-page.tsx'

export function SettingsRegionsPage() {
  const { region } = useSearch({ from: '/_signed-in/settings/regions' })
  const navigate = useNavigate({ from: '/settings/regions' })
  return <RegionsPage open={region} onOpen={(open) => void navigate({ search: open ? { region: open } : {} })} />
}
