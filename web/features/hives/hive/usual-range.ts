import type { QueryClient } from '@tanstack/react-query'
import { keptOffline } from '../../../offline/query-cache.ts'
import { type HiveRange, hiveRanges } from './hive-search.ts'

const KEY = ['hive-range']

/** The range a hive opens with: the last one chosen. Stored with the account's other answers, so that a sign-out forgets it. */
export const usualRange = (client: QueryClient): HiveRange =>
  hiveRanges.find((range) => range === client.getQueryData(KEY)) ?? 'day'

export function keepUsualRange(client: QueryClient, range: HiveRange): void {
  client.setQueryDefaults(KEY, keptOffline)
  client.setQueryData<HiveRange>(KEY, range)
}
