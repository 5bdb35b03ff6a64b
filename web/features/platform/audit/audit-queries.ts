import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'

const PAGE = '50'

/** Days as yyyy-mm-dd; empty fields do not filter. */
export type AuditFilter = { q: string; subject: string; from: string; to: string }

export const anything: AuditFilter = { q: '', subject: '', from: '', to: '' }

const chosen = (filter: AuditFilter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')) as Partial<AuditFilter>

/** Who changed what, newest first, page by page. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'audit', filter],
    queryFn: ({ pageParam }) =>
      call(
        api.admin.audit.$get({ query: { ...chosen(filter), limit: PAGE, ...(pageParam && { cursor: pageParam }) } }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The address of the same changes as a CSV table. */
export const auditFileAddress = (filter: AuditFilter): string =>
  `/api/admin/audit.csv?${new URLSearchParams(chosen(filter))}`
