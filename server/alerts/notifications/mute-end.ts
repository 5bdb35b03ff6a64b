import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../../store/tables.ts'

/** When alarms are heard again, in epoch ms: the later of what somebody muted and what their visit holds back; null: muted for good. */
export const muteEnd = (where: ExpressionBuilder<Tables, 'mute'>) =>
  where
    .case()
    .when('mute.held_until', '>', where.ref('mute.until'))
    .then(where.ref('mute.held_until'))
    .else(where.ref('mute.until'))
    .end()

/** Whether a mute holds at a time in epoch ms. */
export const mutedAt = (nowMs: number) => (where: ExpressionBuilder<Tables, 'mute'>) =>
  where.or([where('mute.until', 'is', null), where('mute.until', '>', nowMs), where('mute.held_until', '>', nowMs)])
