import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { InferInput } from 'valibot'
import type { RolloutBody } from '#domain/operations/firmware.ts'
import { api, call } from '../../../api/client.ts'
import { upload as send } from '../../../api/upload.ts'

const key = ['admin', 'firmware']
const PAGE = '50'
/** The server checks a rollout every five minutes. */
const ASK_AGAIN_MS = 30_000

/** All versions with their rollouts, newest first; polled while a rollout is running. */
export const firmwareQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: () => call(api.admin.firmware.$get()),
  refetchInterval: ({ state }) =>
    state.data?.some(({ rollout }) => rollout?.state === 'running') ? ASK_AGAIN_MS : false,
})

/** Transmitters with `q` in their name or IMEI, compared with a version, page by page. */
export const firmwareControllersQuery = (version: string, q: string) =>
  infiniteQueryOptions({
    queryKey: [...key, 'controllers', version, q],
    queryFn: ({ pageParam }) =>
      call(
        api.admin.firmware.controller.$get({
          query: { limit: PAGE, version, ...(q && { q }), ...(pageParam && { cursor: pageParam }) },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** A mutation that invalidates all firmware queries. */
function useFirmwareChange<Variables, Reply>(change: (variables: Variables) => Promise<Reply>, tellsItself = false) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
    meta: { tellsItself },
  })
}

/** Uploads a version with its file; `part` is the share that has been sent, 0 to 1. */
export function useUploadFirmware() {
  const [part, setPart] = useState(0)
  const upload = useFirmwareChange(({ version, name, file }: { version: string; name: string; file: File }) => {
    const form = new FormData()
    form.set('version', version)
    form.set('name', name)
    form.set('data', file)
    setPart(0)
    return send('/admin/firmware', form, setPart) as Promise<{ message: string; version: string }>
  }, true)
  return { upload, part }
}

export const useRemoveFirmware = () =>
  useFirmwareChange((version: string) => call(api.admin.firmware.$delete({ query: { version } })), true)

export const useAssignFirmware = () =>
  useFirmwareChange(
    ({ version, ids }: { version: string; ids: number[] }) =>
      call(api.admin.controller.firmware.$post({ query: { firmwareversion: version }, json: ids })),
    true,
  )

export const useBeginRollout = () =>
  useFirmwareChange((json: InferInput<typeof RolloutBody>) => call(api.admin.firmware.rollout.$post({ json })), true)

export const useSteerRollout = () =>
  useFirmwareChange(({ id, to }: { id: number; to: 'stop' | 'resume' }) =>
    call(api.admin.firmware.rollout[':id'][to].$post({ param: { id: String(id) } })),
  )
