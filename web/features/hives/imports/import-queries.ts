import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Import, ImportMapping, ImportStatus } from '#domain/hives/import.ts'
import { api, call } from '../../../api/client.ts'
import { upload as send } from '../../../api/upload.ts'

const key = ['imports']
const ASK_AGAIN_MS = 700
const busy: readonly ImportStatus[] = ['checking', 'importing', 'undoing']

export const isBusy = (status: ImportStatus): boolean => busy.includes(status)

/** Own imports, newest first; asked again as long as something is under way in one of them. */
export const importsQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: () => call(api.imports.$get()),
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => isBusy(status)) ? ASK_AGAIN_MS : false),
})

/** One import; asked again as long as something is under way. */
export const importQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, id],
    queryFn: () => call(api.imports[':id'].$get({ param: { id: String(id) } })),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data.status) ? ASK_AGAIN_MS : false),
    staleTime: 0,
  })

/** Puts what a change answered in place at once; the list is read again. */
function useTaken() {
  const queryClient = useQueryClient()
  return (reply: Import) => {
    queryClient.setQueryData(importQuery(reply.id).queryKey, reply)
    void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey })
  }
}

/** Sends a file as it is; answers with the import it became. `part` is how much of it has gone, 0 to 1. */
export function useUpload() {
  const queryClient = useQueryClient()
  const [part, setPart] = useState(0)
  const upload = useMutation({
    mutationFn: async (file: File) => {
      setPart(0)
      const asTable = new Blob([file], { type: 'text/csv' })
      const reply = await send(`/imports?${new URLSearchParams({ name: file.name })}`, asTable, setPart)
      const { message: _, ...uploaded } = reply as Import & { message: string }
      return uploaded
    },
    onSuccess: useTaken(),
    // it may be there all the same, as the answer got lost
    onError: () => void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey }),
    meta: { tellsItself: true },
  })
  return { upload, part }
}

const paramOf = (id: number) => ({ param: { id: String(id) } })
const withoutMessage = <Reply extends { message: string }>({ message: _, ...reply }: Reply) => reply

/** Has the file read with these columns. */
export function useCheck(id: number) {
  return useMutation({
    mutationFn: async (mapping: ImportMapping) =>
      withoutMessage(await call(api.imports[':id'].preview.$post({ ...paramOf(id), json: { mapping } }))),
    onSuccess: useTaken(),
    meta: { tellsItself: true },
  })
}

export function useConfirm(id: number) {
  return useMutation({
    mutationFn: async () => withoutMessage(await call(api.imports[':id'].confirm.$post(paramOf(id)))),
    onSuccess: useTaken(),
  })
}

export function useUndo() {
  return useMutation({
    mutationFn: async (id: number) => withoutMessage(await call(api.imports[':id'].undo.$post(paramOf(id)))),
    onSuccess: useTaken(),
  })
}
