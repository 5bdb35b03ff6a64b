import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { InferInput, InferOutput } from 'valibot'
import type { AdministeredControllerBody, BatchBody, ControllerList } from '#domain/hives/administered-controller.ts'
import type { Controller } from '#domain/hives/controller.ts'
import { api, call } from '../../../../api/client.ts'
import { useRequestId } from '../../../../api/use-request-id.ts'
import { useSavedBefore } from '../../../../api/use-saved-before.ts'
import { editInList } from '../../../../offline/edit-in-list.ts'
import type { AdministeredSearch } from './administered-search.ts'

const key = ['admin', 'controller']
const saving = [...key, 'save']
const PAGE = '50'

/** Transmitters page by page; `affiliated`: those of the manager's own affiliation. */
export const administeredQuery = (
  { q, state, affiliation, software, sort, direction }: AdministeredSearch,
  affiliated: boolean,
) =>
  infiniteQueryOptions({
    queryKey: [...key, 'list', affiliated, q, state, affiliation, software, sort, direction],
    queryFn: ({ pageParam }) => {
      const query = {
        limit: PAGE,
        ...(q && { q }),
        ...(state && { state }),
        ...(software && { softwareVersion: software }),
        ...(sort && { sort }),
        ...(direction && { direction }),
        ...(pageParam && { cursor: pageParam }),
      }
      if (affiliated) return call(api.admin.affiliatedControllers.$get({ query }))
      return call(
        api.admin.controllers.$get({ query: { ...query, ...(affiliation && { affiliationId: String(affiliation) }) } }),
      )
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })

export const useAdministered = (id: number | undefined) =>
  useQuery({
    queryKey: [...key, 'one', id],
    queryFn: () => call(api.admin.controller[':id'].$get({ param: { id: String(id) } })),
    enabled: id !== undefined,
    staleTime: 0,
  })

function useRefresh(): () => void {
  const client = useQueryClient()
  return () => void Promise.all([['admin'], ['controller']].map((queryKey) => client.invalidateQueries({ queryKey })))
}

export type AdministeredChanges = InferInput<typeof AdministeredControllerBody>

type Pages = InfiniteData<InferOutput<typeof ControllerList>>

/** The part of a change that lists of transmitters show. */
const shownOf = ({ name, imei, imsi, remainingNotifications }: AdministeredChanges) =>
  Object.fromEntries(
    Object.entries({ name, imei, imsi, remainingNotifications }).filter(([, value]) => value !== undefined),
  )

/** Changes a transmitter; lists show it at once and revert if the server refuses. */
export function useAdminister(id: number) {
  const onSettled = useRefresh()
  const savedBefore = useSavedBefore()
  const client = useQueryClient()
  return useMutation({
    mutationKey: saving,
    onMutate: async (changes) => {
      const lists = { queryKey: [...key, 'list'] }
      await client.cancelQueries(lists)
      const before = client.getQueriesData<Pages>(lists)
      const shown = shownOf(changes)
      const edited = (items: Pages['pages'][number]['items']) =>
        items.map((one) => (one.id === id ? { ...one, ...shown } : one))
      client.setQueriesData<Pages>(
        lists,
        (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: edited(page.items) })) },
      )
      const takeOwnBack = await editInList<Controller>(['controller'], id, shown)
      return () => {
        for (const [queryKey, data] of before) client.setQueryData(queryKey, data)
        takeOwnBack()
      }
    },
    onError: (_error, _changes, takeBack) => takeBack?.(),
    mutationFn: (json: AdministeredChanges) =>
      savedBefore(call(api.admin.controller[':id'].$post({ param: { id: String(id) }, json }))),
    onSettled,
    meta: { tellsItself: true },
  })
}

/** Whether a transmitter is being saved. */
export const useIsSaving = (): boolean => useIsMutating({ mutationKey: saving }) > 0

export function useResetCount(id: number) {
  const onSettled = useRefresh()
  return useMutation({
    mutationFn: () => call(api.admin.controller[':id'].resetNotificationCount.$post({ param: { id: String(id) } })),
    onSettled,
  })
}

/** Invalidates only the lists, not the transmitter itself: it now has another number. */
export function useRelease(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.admin.controller[':id'].release.$post({ param: { id: String(id) } })),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [...key, 'list'] }),
        client.invalidateQueries({ queryKey: ['controller'] }),
      ]),
    meta: { tellsItself: true },
  })
}

/** Assigns transmitters to an affiliation. */
export function useAssign() {
  const onSettled = useRefresh()
  return useMutation({
    mutationFn: ({ affiliationId, controllerIds }: { affiliationId: number; controllerIds: number[] }) =>
      call(
        api.admin.affiliation[':id'].controllers.$post({
          param: { id: String(affiliationId) },
          json: { controllerIds },
        }),
      ),
    onSettled,
  })
}

/** Provisions transmitters; the reply holds their keys, this one time. Sending it again after a missing answer gives the same keys. */
export function useProvision() {
  const onSettled = useRefresh()
  const { idOf, forget } = useRequestId()
  return useMutation({
    mutationFn: (json: InferInput<typeof BatchBody>) =>
      call(api.admin.controllers.$post({ json: { ...json, id: idOf(json) } })),
    onSuccess: forget,
    onSettled,
    meta: { tellsItself: true },
  })
}

/** The path of the label sheets. */
export const labelsPath = (ids: readonly number[]): string => `/api/admin/controllers/labels?ids=${ids.join()}`
