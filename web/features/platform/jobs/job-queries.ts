import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { InferInput } from 'valibot'
import { isUnfinished, type JobBody, type JobStatus, type JobType } from '#domain/platform/job.ts'
import { api, call } from '../../../api/client.ts'
import { followLiveEvents } from '../../../api/live-events.ts'

const key = ['jobs']
/** Polling interval for unfinished jobs when there are no live events. */
const ASK_AGAIN_MS = 3000
const NEWS_PAUSE_MS = 300
const PAGE = '20'

export type JobFilter = { type?: JobType; status?: JobStatus; mine?: boolean }

/** Jobs, newest first, page by page. */
export const jobsQuery = ({ type, status, mine = false }: JobFilter) =>
  infiniteQueryOptions({
    queryKey: [...key, type ?? 'all', status ?? 'all', mine],
    queryFn: ({ pageParam }) =>
      call(
        api.jobs.$get({
          query: {
            limit: PAGE,
            mine: String(mine) as 'true' | 'false',
            ...(type && { type }),
            ...(status && { status }),
            ...(pageParam && { cursor: pageParam }),
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ status }) => isUnfinished(status))) ? ASK_AGAIN_MS : false,
    staleTime: 0,
  })

/** Keeps the lists of jobs up to date with the server while mounted. */
export function useLiveJobs(): void {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer = undefined
      void client.invalidateQueries({ queryKey: key })
    }
    const stop = followLiveEvents(({ type }) => {
      if (type === 'job' || type === 'missed') timer ??= setTimeout(refresh, NEWS_PAUSE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client])
}

/** A mutation after which the lists are refetched. */
function useJobChange<Variables>(change: (variables: Variables) => Promise<unknown>, tellsItself = false) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
    meta: { tellsItself },
  })
}

const paramOf = (id: number) => ({ param: { id: String(id) } })

export const useStartJob = () =>
  useJobChange((json: InferInput<typeof JobBody>) => call(api.jobs.$post({ json })), true)
export const useCancelJob = () => useJobChange((id: number) => call(api.jobs[':id'].cancel.$post(paramOf(id))))
export const useRetryJob = () => useJobChange((id: number) => call(api.jobs[':id'].retry.$post(paramOf(id))))
