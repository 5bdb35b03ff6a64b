import type { QueryClient } from '@tanstack/react-query'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'

/** Loads what the page of a hive needs onto the device, so that a row of Today or a notification can open it offline even the first time. */
export async function keepLists(client: QueryClient): Promise<void> {
  await Promise.all([client.prefetchQuery(controllersQuery), client.prefetchQuery(scalesQuery)])
}
