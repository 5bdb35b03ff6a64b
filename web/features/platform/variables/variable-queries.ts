import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InferInput } from 'valibot'
import type { SettingsBody } from '#domain/platform/settings.ts'
import { api, call } from '../../../api/client.ts'
import { useSavedBefore } from '../../../api/use-saved-before.ts'

const key = ['admin', 'settings']

export const variablesQuery = queryOptions({
  queryKey: [...key, 'now'],
  queryFn: () => call(api.admin.settings.$get()),
  staleTime: 0,
})

/** The last changes of the settings, so that each can be undone. */
export const earlierVariablesQuery = queryOptions({
  queryKey: [...key, 'earlier'],
  queryFn: () => call(api.admin.audit.$get({ query: { subject: 'settings', limit: '5' } })),
  staleTime: 0,
})

export function useSaveVariables() {
  const client = useQueryClient()
  const savedBefore = useSavedBefore()
  return useMutation({
    mutationFn: (json: InferInput<typeof SettingsBody>) => savedBefore(call(api.admin.settings.$post({ json }))),
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
    meta: { tellsItself: true },
  })
}

/** Tries other settings on past data. */
export function useTryVariables() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (settings: InferInput<typeof SettingsBody>) =>
      call(api.jobs.$post({ json: { type: 'SETTINGS_PREVIEW', settings } })),
    onSettled: () => void client.invalidateQueries({ queryKey: ['jobs'] }),
    meta: { tellsItself: true },
  })
}
