import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { Intervention } from '#domain/hives/intervention.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import { keptWords } from '../../../offline/kept-words.ts'
import { queueChange, useUnsent } from '../../../offline/outbox.ts'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { interventionsKey, interventionsQuery } from './intervention-queries.ts'
import { INTERVENTION_PATH, type ShownIntervention, withPending } from './pending-interventions.ts'

/**
 * The content of the form. `scaleIds` has several entries if the same was done at several hives. `isNow`: nobody chose the time. `id`: of a note at one hive
 * that keeps its id when it is sent again at another time.
 */
export type InterventionDraft = Pick<Intervention, 'label' | 'description' | 'time'> &
  Partial<Pick<Intervention, 'amount' | 'detail' | 'visitId'>> & { scaleIds: number[]; isNow?: boolean; id?: string }

/** Returns the interventions of all visible scales, including queued ones. */
export function useInterventions(): ShownIntervention[] {
  const { data } = useQuery(interventionsQuery)
  const unsent = useUnsent()
  return useMemo(() => withPending(data ?? [], unsent), [data, unsent])
}

/** Adds, edits and deletes interventions; without a network, each change waits in the outbox. `newId` makes a UUID. */
export function useInterventionChanges(newId: () => string) {
  const intl = useIntl()
  const client = useQueryClient()
  // notes near a jump decide who caused it
  const settled = () => {
    for (const queryKey of [interventionsKey, ['jump'], ['season']]) void client.invalidateQueries({ queryKey })
  }

  const send = async (method: 'POST' | 'DELETE', path: string, body?: unknown) => {
    const queued = await queueChange({ id: newId(), method, path, body })
    return queued.status === 'sent' ? queued.reply : { message: keptWords(intl, queued) }
  }
  const log = (noted: Intervention & Pick<InterventionDraft, 'isNow'>) => {
    const { id, scaleId, label, description, time, amount, detail, visitId, isNow } = noted
    return send('POST', INTERVENTION_PATH, { id, scaleId, label, description, time, amount, detail, visitId, isNow })
  }

  const givenIds = useRef(new Map<string, string>())
  /** Returns the same id for the same content, so that a retry after one of several hives failed adds no duplicates to the others. */
  const idOf = (content: object): string => {
    const key = JSON.stringify(content)
    const id = givenIds.current.get(key) ?? newId()
    givenIds.current.set(key, id)
    return id
  }
  const add = useMutation({
    mutationFn: async ({ id, scaleIds, amount = null, detail = null, visitId = null, ...words }: InterventionDraft) => {
      const replies = await Promise.all(
        scaleIds.map((scaleId) => {
          const content = { scaleId, ...words, amount, detail, visitId }
          return log({ ...content, id: id ?? idOf(content) })
        }),
      )
      return replies.at(-1)
    },
    onSuccess: () => givenIds.current.clear(),
    onSettled: settled,
  })
  const edit = useMutation({
    mutationFn: ({
      id,
      label,
      description,
      time,
      amount,
      detail,
    }: Omit<InterventionDraft, 'scaleIds' | 'id'> & { id: string }) =>
      send('POST', `${INTERVENTION_PATH}/${id}`, { label, description, time, amount, detail }),
    onSettled: settled,
  })
  const undo = useMutation({ mutationFn: log, onSettled: settled })
  const remove = useMutation({
    mutationFn: async (intervention: Intervention) => {
      await send('DELETE', `${INTERVENTION_PATH}/${intervention.id}`)
    },
    onSuccess: (_, intervention) =>
      toast.success(intl.formatMessage({ id: 'intervention.message.removed' }), {
        action: {
          label: intl.formatMessage({ id: 'intervention-screen.undo' }),
          onPress: () => undo.mutate(intervention),
        },
      }),
    onSettled: settled,
  })
  return { add, edit, remove }
}
