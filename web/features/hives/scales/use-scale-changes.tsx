import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Scale } from '#domain/hives/scale.ts'
import { api, call } from '../../../api/client.ts'
import { newId } from '../../../api/new-id.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { useIntl } from '../../../i18n/intl.tsx'
import { editInList } from '../../../offline/edit-in-list.ts'
import { keptWords } from '../../../offline/kept-words.ts'
import { queueChange } from '../../../offline/outbox.ts'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { type ScaleFields, toEdit } from './check-scale.ts'
import { SCALE_PATH } from './pending-scales.ts'
import { scalesKey } from './scale-queries.ts'

/** Not awaited: without a network that would take until it is back. */
function useRefresh(): () => void {
  const queryClient = useQueryClient()
  return () => {
    for (const queryKey of [['scale'], ['dashboard'], ['season']]) void queryClient.invalidateQueries({ queryKey })
  }
}

type ScaleChange = { id: number; changes: Partial<ScaleFields & Pick<Scale, 'temperatureCompensation'>> }

/** Changes a scale, also without a network: the list shows it at once and reverts if the server refuses. `silent`: the caller reports success. */
export function useEditScale({ silent = false } = {}) {
  const refresh = useRefresh()
  const intl = useIntl()
  return useMutation({
    mutationFn: async ({ id, changes }: ScaleChange) => {
      const path = `${SCALE_PATH}/${id}`
      const queued = await queueChange({ id: newId(), method: 'POST', path, body: toEdit(changes) })
      const kept = keptWords(intl, queued)
      if (queued.status === 'pending') return { isSent: false, kept, ...(!silent && { message: kept }) }
      return { isSent: true, kept, ...(!silent && (queued.reply as object)) }
    },
    onMutate: ({ id, changes }) => editInList<Scale>(scalesKey, id, changes),
    onError: (error, _change, takeBack) => {
      takeBack?.()
      toast.error(<ErrorWords error={error} />)
    },
    // `withPending` shows queued changes, so they disappear if they are refused later
    onSettled: (outcome, _error, _change, takeBack) => (outcome?.isSent === false ? takeBack?.() : refresh()),
    meta: { tellsItself: true },
  })
}

/** Puts a scale on a free channel; it starts without a history. */
export function useAddScale() {
  return useMutation({
    mutationFn: ({ controllerId, fields }: { controllerId: number; fields: ScaleFields }) => {
      const { channel, ...rest } = fields
      return call(api.scale.$post({ json: { ...rest, controllerId, channelId: channel } }))
    },
    onSettled: useRefresh(),
    meta: { tellsItself: true },
  })
}

/** Archives a scale, with an undo that works as long as its channel is free. */
export function useArchiveScale() {
  const intl = useIntl()
  const archive = useEditScale({ silent: true })
  const undo = useEditScale()
  return async ({ id, state }: Pick<Scale, 'id' | 'state'>) => {
    const archived = await archive.mutateAsync({ id, changes: { state: 'archived' } }).catch(() => undefined)
    if (!archived) return
    toast.success(intl.formatMessage({ id: 'scale.message.archived' }), {
      action: {
        label: intl.formatMessage({ id: 'scale.undo' }),
        onPress: () => undo.mutate({ id, changes: { state } }),
      },
    })
  }
}
