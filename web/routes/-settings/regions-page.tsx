import { useSnapshot } from 'valtio'
import type { RegionSearch } from '../../features/hives/regions/region-search.ts'
import { RegionsScreen } from '../../features/hives/regions/regions-screen.tsx'
import { user } from '../../features/people/session/session-state.ts'

type Open = RegionSearch['region']

export function RegionsPage({ open, onOpen }: { open: Open; onOpen: (open: Open) => void }) {
  return <RegionsScreen administered={useSnapshot(user).admin} open={open} onOpen={onOpen} />
}
