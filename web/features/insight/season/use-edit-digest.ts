import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SeasonDigest, SeasonDigestEdit } from '#domain/insight/season-digest.ts'
import { api, call } from '../../../api/client.ts'
import { zoneHere } from '../../../i18n/zone-here.ts'
import { digestQuery } from './digest-queries.ts'

/** Changes how and when the weekly report is sent. A time that somebody chooses, and the first one, is in this device's time zone. */
export function useEditDigest() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (edit: SeasonDigestEdit): Promise<SeasonDigest> => {
      const isSent = Boolean(queryClient.getQueryData(digestQuery.queryKey)?.way)
      const keepsTime = isSent && edit.weekday === undefined && edit.hour === undefined
      const json = keepsTime ? edit : { ...edit, timeZone: zoneHere() }
      const { message: _, ...digest } = await call(api.season.digest.$post({ json }))
      return digest
    },
    onSuccess: (digest) => queryClient.setQueryData(digestQuery.queryKey, digest),
  })
}
