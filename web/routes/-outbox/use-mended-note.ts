import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { type Intervention, InterventionBody, type InterventionEditBody } from '#domain/hives/intervention.ts'
import type { OutboxEntry } from '#domain/platform/worker-message.ts'
import { interventionsKey } from '../../features/hives/interventions/intervention-queries.ts'
import { INTERVENTION_PATH } from '../../features/hives/interventions/pending-interventions.ts'
import { changesOfNote, type InterventionDraft } from '../../features/hives/interventions/use-interventions.ts'
import { useIntl } from '../../i18n/intl.tsx'
import { replaceChange } from './replace-change.ts'

const Written = v.partial(
  v.pick(InterventionBody, ['scaleId', 'label', 'description', 'time', 'amount', 'detail', 'visitId']),
)

/** The words before the first change, if they were changed: those in between were never sent. */
const formerOf = ({ description, formerDescription }: InterventionEditBody) =>
  description === undefined ? {} : { formerDescription }

/** Rewrites a note that was refused or is waiting; the new one takes its place. */
export function useMendedNote(known: readonly Intervention[]) {
  const intl = useIntl()
  const client = useQueryClient()
  const [mended, setMended] = useState<{ entry: OutboxEntry; draft: InterventionDraft }>()
  const close = () => setMended(undefined)
  const save = useMutation({
    mutationFn: async ({ scaleIds: _, visitId: __, ...words }: InterventionDraft) => {
      const { entry, draft } = mended!
      const body = entry.body as InterventionEditBody & { isNow?: boolean; visitId?: string | null }
      const wasNow = body.isNow ?? Boolean(body.visitId)
      const isNow = wasNow && words.time === draft.time
      const written =
        entry.path === INTERVENTION_PATH
          ? // it may have arrived although no answer came
            { ...words, ...(wasNow && { isNow }), isRewritten: true }
          : { ...changesOfNote(draft, { ...words, scaleIds: [] }), ...formerOf(body) }
      return replaceChange(intl, entry, [{ path: entry.path, body: { ...body, ...written } }], entry)
    },
    onSuccess: close,
    onSettled: () => void client.invalidateQueries({ queryKey: interventionsKey }),
  })

  function editorOf(entry: OutboxEntry): (() => void) | undefined {
    if (entry.method !== 'POST' || entry.sending || !entry.path.startsWith(INTERVENTION_PATH)) return undefined
    const written = v.safeParse(Written, entry.body)
    if (!written.success) return undefined
    const before = known.find(({ id }) => entry.path === `${INTERVENTION_PATH}/${id}`)
    const { scaleId = before?.scaleId, label = before?.label, time = before?.time } = written.output
    if (scaleId === undefined || !label || !time) return undefined
    const { description = before?.description ?? '', amount = before?.amount, detail = before?.detail } = written.output
    const more = { amount: amount ?? null, detail: detail ?? null }
    return () => setMended({ entry, draft: { scaleIds: [scaleId], label, description, time, ...more } })
  }
  return { draft: mended?.draft, editorOf, save: save.mutate, isBusy: save.isPending, close }
}
