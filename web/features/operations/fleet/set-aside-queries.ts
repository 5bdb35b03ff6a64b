import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SetAsideFormat, SetAsideOutcome } from '#domain/operations/set-aside.ts'
import { api, call } from '../../../api/client.ts'

const key = ['admin', 'setAside']
const PAGE = '10'
const ASK_AGAIN_MS = 20_000

/** What was set aside, newest first, page by page. */
export const setAsideQuery = infiniteQueryOptions({
  queryKey: key,
  queryFn: ({ pageParam }) =>
    call(api.admin.setAside.$get({ query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) } })),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor,
  refetchInterval: ASK_AGAIN_MS,
  staleTime: 0,
})

export const setAsideFile = (id: number, format: SetAsideFormat): string =>
  `/api/admin/setAside/${id}/file?format=${format}`

const paramOf = (id: number) => ({ param: { id: String(id) } })

/** The server's problems depend on what is set aside, so both are refetched. */
function useRefresh() {
  const client = useQueryClient()
  return () =>
    Promise.all([key, ['admin', 'fleet']].map((queryKey) => client.invalidateQueries({ queryKey }))).then(
      () => undefined,
    )
}

export function useRetrySetAside() {
  const onSettled = useRefresh()
  return useMutation({
    mutationFn: async (id: number): Promise<SetAsideOutcome> =>
      (await call(api.admin.setAside[':id'].retry.$post(paramOf(id)))).outcome,
    onSettled,
    meta: { tellsItself: true },
  })
}

export function useDropSetAside() {
  const onSettled = useRefresh()
  return useMutation({
    mutationFn: (id: number) => call(api.admin.setAside[':id'].$delete(paramOf(id))),
    onSettled,
    meta: { tellsItself: true },
  })
}

type Part = { after: number; until: number }
type Tried = { tried: number; gone: number; left: number }

/** Retries everything that was set aside, part by part; `sum` is the result so far. */
export function useRetryAllSetAside() {
  const onSettled = useRefresh()
  const [sum, setSum] = useState<Tried>()
  const retry = useMutation({
    async mutationFn() {
      let all: Tried = { tried: 0, gone: 0, left: 0 }
      let part: Part | undefined
      setSum(undefined)
      do {
        const reply: Tried & { next: Part | null } = await call(
          api.admin.setAside.retry.$post({ json: part ? { part } : {} }),
        )
        all = { tried: all.tried + reply.tried, gone: all.gone + reply.gone, left: reply.left }
        part = reply.next ?? undefined
        setSum(all)
      } while (part)
      return all
    },
    onSettled,
    meta: { tellsItself: true },
  })
  return { retry, sum }
}
