import * as v from 'valibot'
import { type Scale, ScaleEditBody } from '#domain/hives/scale.ts'
import type { UnsentChange } from '../../../offline/outbox.ts'

export const SCALE_PATH = '/api/scale'

/** A scale as it will be once all that waits on this device is sent; `pending` where something of it still waits. */
export type ShownScale = Scale & { pending: boolean }

/** What the server knows with the edits that wait in the outbox on top, in the order in which they were made. */
export function withPending(known: readonly Scale[], waiting: readonly UnsentChange[]): ShownScale[] {
  const shown = new Map(known.map((scale): [number, ShownScale] => [scale.id, { ...scale, pending: false }]))
  for (const { method, path, body, isSent = false } of waiting) {
    if (method !== 'POST' || !path.startsWith(`${SCALE_PATH}/`)) continue
    const scale = shown.get(Number(path.slice(SCALE_PATH.length + 1)))
    const edit = v.safeParse(ScaleEditBody, body)
    if (!scale || !edit.success) continue
    const { channelId, controllerId: _, ...fields } = edit.output
    shown.set(scale.id, {
      ...scale,
      ...(fields as Partial<Scale>),
      ...(channelId !== undefined && { channel: channelId }),
      pending: !isSent,
    })
  }
  return [...shown.values()]
}
