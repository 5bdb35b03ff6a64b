import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Import,
  type ImportMapping,
  type ImportStatus,
  OPEN_WORKBOOK_TYPE,
  WORKBOOK_TYPE,
} from '#domain/hives/import.ts'
import { api, call } from '../../../api/client.ts'
import { upload as send } from '../../../api/upload.ts'

const key = ['imports']
const ASK_AGAIN_MS = 700
const types = new Map([
  ['xlsx', WORKBOOK_TYPE],
  ['ods', OPEN_WORKBOOK_TYPE],
])
const busy: readonly ImportStatus[] = ['checking', 'importing', 'undoing']

export const isBusy = (status: ImportStatus): boolean => busy.includes(status)

/** The user's own imports, newest first; polled while any of them is being processed. */
export const importsQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: () => call(api.imports.$get()),
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => isBusy(status)) ? ASK_AGAIN_MS : false),
})

/** One import; polled while it is being processed. */
export const importQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, id],
    queryFn: () => call(api.imports[':id'].$get({ param: { id: String(id) } })),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data.status) ? ASK_AGAIN_MS : false),
    staleTime: 0,
  })

/** Returns a function that caches a change's reply at once and has the list refetched. */
function useTaken() {
  const queryClient = useQueryClient()
  return (reply: Import) => {
    queryClient.setQueryData(importQuery(reply.id).queryKey, reply)
    void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey })
  }
}

/** Returns a function that asks again how an import stands: a change may have been made even if only its answer was lost. */
function useAskedAgain() {
  const queryClient = useQueryClient()
  return (id: number) => void queryClient.invalidateQueries({ queryKey: importQuery(id).queryKey })
}

/** Uploads a file as it is and returns the resulting import. `part`: the share that has been sent, 0 to 1. */
export function useUpload() {
  const queryClient = useQueryClient()
  const [part, setPart] = useState(0)
  const upload = useMutation({
    mutationFn: async (file: File) => {
      setPart(0)
      const [, kind = ''] = /\.(xlsx|ods)$/i.exec(file.name) ?? []
      const asTable = new Blob([file], { type: types.get(kind.toLowerCase()) ?? 'text/csv' })
      const reply = await send(`/imports?${new URLSearchParams({ name: file.name })}`, asTable, setPart)
      const { message: _, ...uploaded } = reply as Import & { message: string }
      return uploaded
    },
    onSuccess: useTaken(),
    // the import may exist anyway if only the answer was lost
    onError: () => void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey }),
    meta: { tellsItself: true },
  })
  return { upload, part }
}

const paramOf = (id: number) => ({ param: { id: String(id) } })
const withoutMessage = <Reply extends { message: string }>({ message: _, ...reply }: Reply) => reply

/** Has the server check the file with this column mapping. */
export function useCheck(id: number) {
  const askAgain = useAskedAgain()
  return useMutation({
    mutationFn: async (mapping: ImportMapping) =>
      withoutMessage(await call(api.imports[':id'].preview.$post({ ...paramOf(id), json: { mapping } }))),
    onSuccess: useTaken(),
    onError: () => askAgain(id),
    meta: { tellsItself: true },
  })
}

/** Stores what the check with this column mapping found, unless the file was checked with another one since. */
export function useConfirm({ id, mapping }: Pick<Import, 'id' | 'mapping'>) {
  const askAgain = useAskedAgain()
  return useMutation({
    mutationFn: async () => {
      const json = mapping ? { mapping } : {}
      return withoutMessage(await call(api.imports[':id'].confirm.$post({ ...paramOf(id), json })))
    },
    onSuccess: useTaken(),
    onError: () => askAgain(id),
  })
}

export function useUndo() {
  const askAgain = useAskedAgain()
  return useMutation({
    mutationFn: async (id: number) => withoutMessage(await call(api.imports[':id'].undo.$post(paramOf(id)))),
    onSuccess: useTaken(),
    onError: (_, id) => askAgain(id),
  })
}
