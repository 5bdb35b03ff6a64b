import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CalibrationBody } from '#domain/hives/calibration.ts'
import { api, call } from '../../../api/client.ts'

/** Refetch interval while stored counts are being converted again, so that the end shows. */
const WEIGHING_MS = 2000

/** The channels of one's own transmitters that send raw weights. */
export const calibrationsQuery = queryOptions({
  queryKey: ['calibration'],
  queryFn: () => call(api.calibration.$get()),
  refetchInterval: ({ state }) => (state.data?.some(({ isWeighing }) => isWeighing) ? WEIGHING_MS : false),
})

export function useCalibrate({ controllerId, channel }: { controllerId: number; channel: number }) {
  const queryClient = useQueryClient()
  const param = { id: String(controllerId), channel: String(channel) }
  return useMutation({
    mutationFn: (json: CalibrationBody) =>
      call(api.controller[':id'].channel[':channel'].calibration.$post({ param, json })),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: calibrationsQuery.queryKey }),
  })
}
