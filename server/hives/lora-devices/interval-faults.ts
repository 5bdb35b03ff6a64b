import { isChannelFault } from '#domain/alerts/notification.ts'
import type { FieldFault } from '#domain/hives/doctor/field-fault.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { PushOutcome } from '../../platform/adapters/web-push.ts'

export const INTERVAL_FIELD = 'updateInterval'

/** No place for downlinks to the device is known. */
export const noPlace: FieldFault = intervalFault('downlink_key_missing', '')

/** Why a downlink was refused, by its status only: text from a remote host is not shown. */
export function downlinkFault(outcome: Exclude<PushOutcome, { outcome: 'delivered' }>): FieldFault {
  const reason = 'reason' in outcome ? outcome.reason : `HTTP ${outcome.status}`
  // a service that is silent, busy or away has a fault code of its own
  if (isChannelFault(reason)) return intervalFault('downlink_unanswered', '')
  const said = reason.split(':')[0]!
  if (outcome.outcome === 'failed') return intervalFault('downlink_unanswered', said)
  return intervalFault(said === 'HTTP 404' ? 'downlink_not_found' : 'downlink_refused', said)
}

function intervalFault(code: ErrorCode, value: string): FieldFault {
  return { index: null, channel: 0, field: INTERVAL_FIELD, code, value, isWhole: false }
}
