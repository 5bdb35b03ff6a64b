import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from './query-cache.ts'

/**
 * Shows an edit of one entry of a cached list at once; the list stays as old as it was. Returns how to take it back, which
 * leaves alone what else changed in the meantime.
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
