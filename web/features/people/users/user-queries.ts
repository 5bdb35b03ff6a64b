import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { UserEditBody } from '#domain/people/administered-user.ts'
import { api, call } from '../../../api/client.ts'
import { useSavedBefore } from '../../../api/use-saved-before.ts'
import type { UserSearch } from './user-search.ts'

const key = ['admin', 'user']
const saving = [...key, 'save']
const PAGE = '50'

/** Users page by page; `affiliated`: those of the manager's own affiliation. */
export const usersQuery = ({ q, role, state, affiliation, sort, direction }: UserSearch, affiliated: boolean) =>
  infiniteQueryOptions({
    queryKey: [...key, 'list', affiliated, q, role, state, affiliation, sort, direction],
    queryFn: ({ pageParam }) => {
      const query = {
        limit: PAGE,
        ...(q && { q }),
        ...(role && { role: String(role) }),
        ...(state && { active: state === 'on' ? ('true' as const) : ('false' as const) }),
        ...(sort && { sort }),
        ...(direction && { direction }),
        ...(pageParam && { cursor: pageParam }),
      }
      if (affiliated) return call(api.admin.affiliatedUsers.$get({ query }))
      return call(
        api.admin.users.$get({ query: { ...query, ...(affiliation && { affiliationId: String(affiliation) }) } }),
      )
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })

export const useUser = (id: number | undefined) =>
  useQuery({
    queryKey: [...key, 'one', id],
    queryFn: () => call(api.admin.user[':id'].$get({ param: { id: String(id) } })),
    enabled: id !== undefined,
    staleTime: 0,
  })

export const affiliationsQuery = queryOptions({
  queryKey: ['admin', 'affiliation'],
  queryFn: () => call(api.admin.affiliation.$get()),
})

const paramOf = (id: number) => ({ param: { id: String(id) } })

/** Saves a user. The reply is the user as they are now; the lists are refetched. */
export function useEditUser(id: number) {
  const client = useQueryClient()
  const savedBefore = useSavedBefore()
  return useMutation({
    mutationKey: saving,
    mutationFn: (json: UserEditBody) =>
      savedBefore(call(api.admin.user[':id'].profile.$post({ ...paramOf(id), json }))),
    onSuccess: (user) => 'userId' in user && client.setQueryData([...key, 'one', id], user),
    onSettled: () => void client.invalidateQueries({ queryKey: ['admin'] }),
    meta: { tellsItself: true },
  })
}

/** Whether a user is being saved. */
export const useIsSaving = (): boolean => useIsMutating({ mutationKey: saving }) > 0

/** Activates or deactivates a user. Shows no toast of its own: the screen shows one with an undo. */
export function useChangeState() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, active }: { id: number; active: boolean }) => {
      const { message: words, ...user } = await call(
        api.admin.user[':id'].changestate.$post({ ...paramOf(id), json: { active } }),
      )
      return { words, user }
    },
    onSuccess: ({ user }) => client.setQueryData([...key, 'one', user.userId], user),
    onSettled: () => void client.invalidateQueries({ queryKey: ['admin'] }),
  })
}

export function useSignOutUser(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.admin.user[':id'].signOut.$post(paramOf(id))),
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
  })
}

/** A change of affiliations, after which everything that names them is refetched. */
function useAffiliationChange<Variables>(change: (variables: Variables) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => void client.invalidateQueries({ queryKey: ['admin'] }),
    meta: { tellsItself: true },
  })
}

export const useSaveAffiliation = () =>
  useAffiliationChange((json: { id?: number; name: string }) => call(api.admin.affiliation.$post({ json })))

export const useRemoveAffiliation = () =>
  useAffiliationChange((id: number) => call(api.admin.affiliation[':id'].$delete(paramOf(id))))
