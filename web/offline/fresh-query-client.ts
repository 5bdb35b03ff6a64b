import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

/**
 * Refetches after a change even if the first answer is still on its way: that answer may predate the change, and a query without data would otherwise wait for
 * it instead of asking again.
 */
export class FreshQueryClient extends QueryClient {
  readonly #owed = new WeakMap<Query, Promise<void>>()

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
    const again = first.map((query) => this.#owed.get(query) ?? this.#askAfter(query))
    await Promise.all([super.invalidateQueries(filters, options), ...again])
  }

  #askAfter(query: Query): Promise<void> {
    const asked = (async () => {
      try {
        await query.promise
      } catch {
        // whoever shows the failure asks again
        return
      } finally {
        this.#owed.delete(query)
      }
      await super.invalidateQueries({ queryKey: query.queryKey, exact: true })
    })()
    this.#owed.set(query, asked)
    return asked
  }
}
