import { DAY_MS } from '../platform/durations.ts'
import type { Scale, ScaleState } from './scale.ts'

/** A scale that stands or stood on a channel; `collected_until` in epoch ms, null while it collects or where nobody knows. */
export type ChannelScale = { id: number; channel: number; state: ScaleState; collected_until: number | null }

/** Transmitters keep readings for days. What is older has a wrong clock, and belongs to what stands there now. */
const KEPT_MS = 31 * DAY_MS

/** Whether a scale in this state takes readings in. */
export const collects = (state: Scale['state']): boolean => state === 'active' || state === 'empty'

/**
 * The scale that stood on a channel when a reading was taken (`time` in epoch seconds, `nowMs` when it came in): of those that collected
 * until after it the one that ceased first, else the one in use. A code where nothing collected then, undefined where no scale ever was.
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
