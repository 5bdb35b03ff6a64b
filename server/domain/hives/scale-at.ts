import { DAY_MS } from '../platform/durations.ts'
import type { Scale, ScaleState } from './scale.ts'

/** A scale that is or was on a channel; `collected_until` in epoch ms, null while it collects or if unknown. */
export type ChannelScale = { id: number; channel: number; state: ScaleState; collected_until: number | null }

/** Transmitters store readings for days. Anything older has a wrong clock and belongs to the current scale. */
const KEPT_MS = 31 * DAY_MS

/** Whether a scale in this state accepts readings. */
export const collects = (state: Scale['state']): boolean => state === 'active' || state === 'empty'

/**
 * Returns the scale that was on a channel when a reading was taken (`time` in epoch seconds, received at `nowMs`): of the scales that
 * stopped collecting after that time the one that stopped first, otherwise the one in use. Returns a code if none was collecting then,
 * undefined if the channel never had a scale.
 */
export function scaleAt(
  scales: readonly ChannelScale[],
  channel: number,
  time: number,
  nowMs: number,
): number | 'scale_archived' | 'scale_deactivated' | undefined {
  const timeMs = time * 1000
  let inUse: ChannelScale | undefined
  let former: ChannelScale | undefined
  let wasThere = false
  for (const scale of scales) {
    if (scale.channel !== channel) continue
    wasThere = true
    if (scale.state !== 'archived') inUse = scale
    const until = scale.collected_until
    if (until !== null && timeMs < until && until < (former?.collected_until ?? Number.POSITIVE_INFINITY))
      former = scale
  }
  const isCollecting = inUse !== undefined && collects(inUse.state)
  if (former && (!isCollecting || nowMs - timeMs <= KEPT_MS)) return former.id
  if (inUse) return isCollecting ? inUse.id : 'scale_deactivated'
  return wasThere ? 'scale_archived' : undefined
}
