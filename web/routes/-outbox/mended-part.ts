import * as v from 'valibot'
import { Mute } from '#domain/alerts/notification.ts'
import { withPendingMutes } from '#domain/alerts/pending-mutes.ts'
import type { Controller } from '#domain/hives/controller.ts'
import type { Scale } from '#domain/hives/scale.ts'
import type { OutboxEntry } from '#domain/platform/worker-message.ts'
import { SCALE_PATH, type ShownScale, withPending } from '../../features/hives/scales/pending-scales.ts'

type Known = { scales: readonly Scale[]; controllers: readonly Pick<Controller, 'id' | 'access'>[] }

/** What can be rewritten of a change that is not a note: a mute, or a scale as it was meant to become. Undefined if there is nothing. */
export function mendedPart(entry: OutboxEntry, known: Known): { mute: Mute } | { scale: ShownScale } | undefined {
  if (entry.method !== 'POST' || entry.sending) return undefined
  const [mute] = withPendingMutes([], [{ ...entry, isSent: true }])
  if (mute) return isKnown(mute.controllerId, known) && v.is(Mute, mute) ? { mute } : undefined
  const before = known.scales.find(({ id }) => entry.path === `${SCALE_PATH}/${id}`)
  const [scale] = before ? withPending([before], [entry]) : []
  // an archived scale has no form, and for a change that was not understood the scale would appear unchanged
  if (!scale?.pending || scale.state === 'archived' || before?.state === 'archived') return undefined
  return isKnown(scale.controllerId, known, 'own') ? { scale } : undefined
}

const isKnown = (id: number, { controllers }: Known, access?: Controller['access']) =>
  controllers.some((one) => one.id === id && (!access || one.access === access))
