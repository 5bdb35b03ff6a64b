import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SeasonDigest, SeasonDigestEdit } from '#domain/insight/season-digest.ts'
import { api, call } from '../../../api/client.ts'
import { digestQuery } from './digest-queries.ts'

/** Changes how and when the weekly report is sent, in this device's time zone. */
export function useEditDigest() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (edit: SeasonDigestEdit): Promise<SeasonDigest> => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const { message: _, ...digest } = await call(api.season.digest.$post({ json: { ...edit, timeZone } }))
      return digest
    },
    onSuccess: (digest) => queryClient.setQueryData(digestQuery.queryKey, digest),
  })
}
