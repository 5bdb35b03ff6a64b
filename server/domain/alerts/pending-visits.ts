import type { OutboxChange } from '../platform/worker-message.ts'
import type { Visit, VisitBody, VisitEditBody } from './visit.ts'
import { LONGEST_VISIT_MS } from './visit-length.ts'

export const VISIT_PATH = '/api/visit'

/** A visit as it will be once everything waiting on this device has been sent; `pending` if part of it is still waiting. */
export type ShownVisit = Visit & { pending: boolean }

const isMoment = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const mayBeMoment = (value: unknown) => value === undefined || isMoment(value)
/** Checks what this app wrote itself, possibly in another version; done by hand, because the Today page needs none of the schemas otherwise. */
const isVisit = (body: unknown): body is VisitBody =>
  isEdit(body) && isMoment(body.startedAt) && 'id' in body && typeof body.id === 'string' && isOfController(body)
const isOfController = (body: object) => 'controllerId' in body && typeof body.controllerId === 'number'
const isEdit = (body: unknown): body is VisitEditBody & object => {
  if (typeof body !== 'object' || body === null) return false
  const { startedAt, endedAt } = body as Record<string, unknown>
  return mayBeMoment(startedAt) && mayBeMoment(endedAt)
}

/** Applies what waits in the outbox to the visits that the server knows; newest first. */
export function withPendingVisits(
  known: readonly Visit[],
  waiting: readonly (OutboxChange & { isSent?: boolean; isAsked?: boolean })[],
): ShownVisit[] {
  const shown = new Map(known.map((one): [string, ShownVisit] => [one.id, { ...one, pending: false }]))
  for (const { method, path, body, isSent, isAsked } of waiting) {
    const pending = !isSent && !isAsked
    if (path === VISIT_PATH) {
      if (!isVisit(body)) continue
      const { id, controllerId, startedAt, endedAt = null } = body
      const { endedBy = null, ...before } = shown.get(id) ?? { id, controllerId, startedAt, endedAt: null, scales: [] }
      const end = endedAt !== null && endedBy !== 'hand' ? { endedAt, endedBy: 'hand' as const } : { endedBy }
      shown.set(id, { ...before, ...end, pending })
      continue
    }
    if (!path.startsWith(`${VISIT_PATH}/`)) continue
    const id = path.slice(VISIT_PATH.length + 1)
    const before = shown.get(id)
    if (method === 'DELETE') shown.delete(id)
    else if (before) {
      if (!isEdit(body)) continue
      const { startedAt = before.startedAt, endedAt } = body
      const end = endedAt === undefined ? {} : { endedAt, endedBy: 'hand' as const }
      shown.set(id, { ...before, startedAt, ...end, pending })
    }
  }
  return [...shown.values()].sort((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt))
}

/** Whether a visit is still in progress at `now` (epoch ms): none lasts longer than the maximum, even if nobody could tell the server. */
export const goesOn = ({ startedAt, endedAt }: Pick<Visit, 'startedAt' | 'endedAt'>, now: number): boolean =>
  endedAt === null && now - Date.parse(startedAt) < LONGEST_VISIT_MS
