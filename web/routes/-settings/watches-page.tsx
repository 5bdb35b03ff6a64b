import { useSearch } from '@tanstack/react-router'
import { WatchesScreen } from '../../features/exchange/watches/watches-screen.tsx'

export function WatchesPage() {
  const { code } = useSearch({ from: '/_signed-in/settings/watches' })
  return <WatchesScreen code={code} />
}
