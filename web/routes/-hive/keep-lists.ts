import type { QueryClient } from '@tanstack/react-query'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'

/** Brings what the page of a hive is made of onto the device: without a network a row of Today, or a notification, leads there the first time, too. */
export async function keepLists(client: QueryClient): Promise<void> {
  await Promise.all([client.prefetchQuery(controllersQuery), client.prefetchQuery(scalesQuery)])
}
