import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'

const PAGE = '50'

export type RankingFilter = { year: number | undefined; region: number | undefined; q: string }

/** The hives of all transmitters by their gain in a season, page by page. */
export const rankingQuery = ({ year, region, q }: RankingFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'analysis', year ?? 'now', region ?? 'all', q],
    queryFn: ({ pageParam }) =>
      call(
        api.admin.analysis.$get({
          query: {
            limit: PAGE,
            ...(year && { year: String(year) }),
            ...(region && { region: String(region) }),
            ...(q && { q }),
            ...(pageParam && { cursor: pageParam }),
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
