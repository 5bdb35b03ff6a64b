import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../../store/tables.ts'

/** When a mute ends, in epoch ms: the later of what the user muted and what their visit holds back. Null if muted for good. */
export const muteEnd = (where: ExpressionBuilder<Tables, 'mute'>) =>
  where
    .case()
    .when('mute.held_until', '>', where.ref('mute.until'))
    .then(where.ref('mute.held_until'))
    .else(where.ref('mute.until'))
    .end()

/** Whether a mute is in effect at a time in epoch ms. */
export const mutedAt = (nowMs: number) => (where: ExpressionBuilder<Tables, 'mute'>) =>
  where.or([where('mute.until', 'is', null), where('mute.until', '>', nowMs), where('mute.held_until', '>', nowMs)])
