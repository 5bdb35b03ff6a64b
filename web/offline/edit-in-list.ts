import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from './query-cache.ts'

/**
 * Shows an edit of one entry of a cached list immediately, without making the list count as fresher. Returns a function that undoes it and leaves anything else
 * that changed in the meantime alone.
 */
export async function editInList<Entry extends { id: number }>(
  queryKey: QueryKey,
  id: number,
  changes: Partial<Entry>,
): Promise<() => void> {
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData<Entry[]>(queryKey)?.find((entry) => entry.id === id)
  const put = (entry: Entry) =>
    queryClient.setQueryData<Entry[]>(
      queryKey,
      (entries) => entries?.map((one) => (one.id === id ? entry : one)),
      ageOf(queryKey),
    )
  if (!before) return () => {}
  put({ ...before, ...changes })
  return () => void put(before)
}

const ageOf = (queryKey: QueryKey) => {
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt
  return updatedAt === undefined ? {} : { updatedAt }
}
