import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InferInput } from 'valibot'
import type { ShopConfigBody } from '#domain/shop/shop-config-edit.ts'
import { ApiError } from '../../../api/api-error.ts'
import { api, call } from '../../../api/client.ts'
import { useSavedBefore } from '../../../api/use-saved-before.ts'

const key = ['admin', 'shop-config']

/** A version as YAML, by default the newest, and the list of versions. */
export const shopConfigQuery = (version?: number) =>
  queryOptions({
    queryKey: [...key, 'version', version ?? 'newest'],
    queryFn: () =>
      call(api.shop.configAdmin.$get({ query: version === undefined ? {} : { version: String(version) } })),
    // the text must not change while someone is editing it
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: version === undefined ? 'always' : false,
  })

/** What is wrong with a text, or the shop it would make. */
export const checkQuery = (text: string) =>
  queryOptions({
    queryKey: [...key, 'check', text],
    queryFn: async () => {
      try {
        const { preview } = await call(api.shop.config.$post({ query: { dryRun: 'true' }, json: { config: text } }))
        return { preview, faults: [] }
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 400) throw error
        const faults = error.issues.map(({ line = 1, message }) => ({ line, message }))
        return { preview: undefined, faults: faults.length > 0 ? faults : [{ line: 1, message: error.message }] }
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })

export function useSaveShopConfig() {
  const queryClient = useQueryClient()
  const savedBefore = useSavedBefore()
  return useMutation({
    mutationFn: (json: InferInput<typeof ShopConfigBody>) =>
      savedBefore(call(api.shop.config.$post({ query: {}, json }))),
    onSettled: () =>
      void Promise.all([
        queryClient.invalidateQueries({ queryKey: [...key, 'version', 'newest'] }),
        queryClient.invalidateQueries({ queryKey: ['shop-config'] }),
      ]),
    meta: { tellsItself: true },
  })
}
