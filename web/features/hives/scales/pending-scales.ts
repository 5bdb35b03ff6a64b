import * as v from 'valibot'
import { type Scale, ScaleEditBody } from '#domain/hives/scale.ts'
import type { UnsentChange } from '../../../offline/outbox.ts'

export const SCALE_PATH = '/api/scale'

/** A scale as it will be once everything queued on this device has been sent; `pending` if part of it is still queued. */
export type ShownScale = Scale & { pending: boolean }

/** Returns the server's scales with the edits queued in the outbox applied, in order. */
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
