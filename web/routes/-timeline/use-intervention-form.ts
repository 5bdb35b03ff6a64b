import { useCallback, useMemo, useState } from 'react'
import type { Controller } from '#domain/hives/controller.ts'
import { distinctNames } from '#domain/hives/distinct-names.ts'
import type { Intervention } from '#domain/hives/intervention.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { newId } from '../../api/new-id.ts'
import {
  changesOfNote,
  type InterventionDraft,
  useInterventionChanges,
} from '../../features/hives/interventions/use-interventions.ts'

export type InterventionForm = ReturnType<typeof useInterventionForm>

/** Records what was done at the hives: the open draft and the functions that change it. `scaleIds` are the visible ones. */
export function useInterventionForm(
  {
    controllers,
    scales,
    scaleIds,
  }: { controllers: readonly Controller[]; scales: readonly Scale[]; scaleIds: number[] },
  now: () => number,
) {
  const [draft, setDraft] = useState<InterventionDraft>()
  const changes = useInterventionChanges(newId)
  const writable = useMemo(() => {
    const own = new Set(controllers.filter(({ access }) => access === 'own').map(({ id }) => id))
    const shown = scales.filter(({ controllerId, state }) => own.has(controllerId) && state !== 'archived')
    const names = distinctNames(shown, ({ controllerId }) => controllers.find(({ id }) => id === controllerId)?.name)
    return shown.map((scale) => ({ ...scale, name: names.get(scale.id) ?? scale.name }))
  }, [controllers, scales])
  const add = useCallback(
    (time?: number) => {
      const shown = writable.filter(({ id }) => scaleIds.includes(id)).map(({ id }) => id)
      setDraft({
        scaleIds: shown.length === 1 ? shown : [],
        label: 'inspection',
        description: '',
        time: new Date(time === undefined ? now() : Math.min(time * 1000, now())).toISOString(),
        isNow: time === undefined,
      })
    },
    [writable, scaleIds, now],
  )
  const close = () => setDraft(undefined)
  const save = (filled: InterventionDraft) => {
    const { id } = draft ?? {}
    const edited = id === undefined ? undefined : changesOfNote(draft!, filled)
    if (id !== undefined && !edited) return close()
    const saved = id === undefined ? changes.add.mutateAsync(filled) : changes.edit.mutateAsync({ id, ...edited })
    // the failure is reported where the change is made, and the draft stays open
    saved.then(close, () => undefined)
  }
  return {
    draft,
    isBusy: changes.add.isPending || changes.edit.isPending,
    /** The person's own scales that are not archived, with names that tell them apart. */
    writable,
    /** Opens a draft for a time in epoch seconds, or for now. */
    add,
    edit: (intervention: Intervention) => setDraft({ ...intervention, scaleIds: [intervention.scaleId] }),
    remove: (intervention: Intervention) => changes.remove.mutate(intervention),
    save,
    /** Records what was spoken, without the form. */
    note: changes.add.mutateAsync,
    close,
  }
}
