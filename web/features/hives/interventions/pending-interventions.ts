import * as v from 'valibot'
import { type Intervention, InterventionBody, InterventionEditBody } from '#domain/hives/intervention.ts'
import { defined } from '#domain/platform/defined.ts'
import type { UnsentChange } from '../../../offline/outbox.ts'

export const INTERVENTION_PATH = '/api/intervention'

/** An intervention as it will be once everything queued on this device has been sent; `pending` if part of it is still queued. */
export type ShownIntervention = Intervention & { pending: boolean }

/** Returns the server's interventions with the queued changes applied, in order. */
export function withPending(known: readonly Intervention[], waiting: readonly UnsentChange[]): ShownIntervention[] {
  const shown = new Map(known.map((one): [string, ShownIntervention] => [one.id, { ...one, pending: false }]))
  for (const { method, path, body, isSent = false } of waiting) {
    if (path === INTERVENTION_PATH && method === 'POST') {
      const added = v.safeParse(InterventionBody, body)
      if (added.success && added.output.id !== undefined) {
        const { id, amount = null, detail = null, visitId = null, isNow: _, ...rest } = added.output
        shown.set(id, { ...rest, id, amount, detail, visitId, pending: !isSent })
      }
      continue
    }
    if (!path.startsWith(`${INTERVENTION_PATH}/`)) continue
    const id = path.slice(INTERVENTION_PATH.length + 1)
    const before = shown.get(id)
    if (method === 'DELETE') shown.delete(id)
    else if (before) {
      const edit = v.safeParse(InterventionEditBody, body)
      if (edit.success) shown.set(id, { ...before, ...valuesOf(edit.output), pending: !isSent })
    }
  }
  return [...shown.values()]
}

const valuesOf = ({ formerDescription: _, ...edit }: InterventionEditBody): Partial<Intervention> => defined(edit)
