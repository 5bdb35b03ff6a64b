import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { regionsQuery } from '../../features/hives/regions/region-queries.ts'
import { affiliationsQuery } from '../../features/people/users/user-queries.ts'
import { AuditScreen } from '../../features/platform/audit/audit-screen.tsx'

const none: never[] = []

/** What administrators changed, with the names of the regions and affiliations it is about. */
export function AuditPage() {
  const { data: affiliations = none } = useQuery(affiliationsQuery)
  const { data: regions = none } = useQuery(regionsQuery)
  const names = useMemo(
    () => ({ affiliation: namesOf(affiliations), region: namesOf(regions) }),
    [affiliations, regions],
  )
  return <AuditScreen names={names} />
}

const namesOf = (list: readonly { id: number; name: string }[]) => new Map(list.map(({ id, name }) => [id, name]))
