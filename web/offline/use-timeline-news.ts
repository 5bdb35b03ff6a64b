import { useCallback, useEffect } from 'react'
import { whenWorkerTells } from './service-worker.ts'

/** Calls `onNews` when readings have arrived that came too late for an answer: the worker had given what was stored. */
export function useTimelineNews(onNews: () => unknown): void {
  useEffect(
    () =>
      whenWorkerTells(({ type }) => {
        if (type === 'timeline-refreshed') onNews()
      }),
    [onNews],
  )
}

type Asked = { refetch: (how: { cancelRefetch: boolean }) => unknown }

/** Repeats a query of readings when there are such news: once, however many components show it. */
export function useLateReadings({ refetch }: Asked): void {
  useTimelineNews(useCallback(() => refetch({ cancelRefetch: false }), [refetch]))
}
