import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'

/** The LoRaWAN device of each of one's own transmitters. */
export const loraDevicesQuery = queryOptions({ queryKey: ['lorawan'], queryFn: () => call(api.lorawan.$get()) })

export function useNameDevice(controllerId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (devEui: string | null) =>
      call(api.controller[':id'].lorawan.$post({ param: { id: String(controllerId) }, json: { devEui } })),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: loraDevicesQuery.queryKey }),
    meta: { tellsItself: true },
  })
}
