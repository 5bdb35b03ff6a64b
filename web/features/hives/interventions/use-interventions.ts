import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { Intervention, InterventionEditBody } from '#domain/hives/intervention.ts'
import type { OutboxChange } from '#domain/platform/worker-message.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import { keptWords } from '../../../offline/kept-words.ts'
import { useUnsent } from '../../../offline/outbox.ts'
import { queueChanges } from '../../../offline/queue-changes.ts'
import { changesOf } from '../../../ui/form/changes-of.ts'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { interventionsKey, interventionsQuery } from './intervention-queries.ts'
import { INTERVENTION_PATH, type ShownIntervention, withPending } from './pending-interventions.ts'

/**
 * The content of the form. `scaleIds` has several entries if the same was done at several hives. `isNow`: nobody chose the time. `id`: of a note at one hive
 * that keeps its id when it is sent again at another time.
 */
export type InterventionDraft = Pick<Intervention, 'label' | 'description' | 'time'> &
  Partial<Pick<Intervention, 'amount' | 'detail' | 'visitId'>> & { scaleIds: number[]; isNow?: boolean; id?: string }

/**
 * What of a note was changed in its form, and the words as they were, in case somebody else changes them, too. The kind and its detail belong together: the
 * detail of another kind would be dropped.
 */
export function changesOfNote(
  before: Pick<InterventionDraft, 'description'>,
  { label, description, time, amount, detail }: InterventionDraft,
): InterventionEditBody | undefined {
  const wanted: InterventionEditBody = { label, description, time, amount, detail }
  const changes = changesOf(before, wanted, ['label', 'detail'])
  return changes?.description === undefined ? changes : { ...changes, formerDescription: before.description }
}

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

  /** `variables`: of the mutation. */
  const send = async (variables: object, ...changes: Omit<OutboxChange, 'id'>[]) => {
    const queued = await queueChanges(
      variables,
      changes.map((change) => ({ id: newId(), ...change })),
    )
    const [last] = queued.slice(-1)
    return last?.status === 'sent' ? last.reply : { message: keptWords(intl, ...queued) }
  }
  const logged = (noted: Intervention & Pick<InterventionDraft, 'isNow'>) => {
    const { id, scaleId, label, description, time, amount, detail, visitId, isNow } = noted
    const body = { id, scaleId, label, description, time, amount, detail, visitId, isNow }
    return { method: 'POST', path: INTERVENTION_PATH, body } as const
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
    mutationFn: (noted: InterventionDraft) => {
      const { id, scaleIds, amount = null, detail = null, visitId = null, ...words } = noted
      const changes = scaleIds.map((scaleId) => {
        const content = { scaleId, ...words, amount, detail, visitId }
        return logged({ ...content, id: id ?? idOf(content) })
      })
      return send(noted, ...changes)
    },
    onSuccess: () => givenIds.current.clear(),
    onSettled: settled,
  })
  const edit = useMutation({
    mutationFn: (edited: InterventionEditBody & { id: string }) => {
      const { id, ...body } = edited
      return send(edited, { method: 'POST', path: `${INTERVENTION_PATH}/${id}`, body })
    },
    onSettled: settled,
  })
  const undo = useMutation({
    mutationFn: (removed: Intervention) => send(removed, logged(removed)),
    onSettled: settled,
  })
  const remove = useMutation({
    mutationFn: async (intervention: Intervention) => {
      await send(intervention, { method: 'DELETE', path: `${INTERVENTION_PATH}/${intervention.id}` })
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
