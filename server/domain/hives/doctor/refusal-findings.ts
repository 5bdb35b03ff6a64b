import type { ErrorCode } from '../../platform/error-code.ts'
import type { Finding } from './finding.ts'

/** Why a request was refused as a whole; `at` in epoch ms, `count` in a row. `imei` and `imsi` are as sent, empty if missing. */
export type Refusal = {
  code: ErrorCode | 'key_replaced'
  at: number
  count: number
  path: string
  imei: string
  imsi: string
}

const RECENT_MS = 24 * 3600_000

/**
 * Returns a finding for the last refused request of the past 24 hours, unless a later one was accepted. `own` certainly came from the
 * transmitter; `near` came with an unknown key from where its owner is now, and is reported only while the transmitter is silent. Times in
 * epoch ms.
 */
export function refusalFindings({
  own,
  near,
  nowMs,
  lastSeenMs,
}: {
  own: Refusal | undefined
  near: Refusal | undefined
  nowMs: number
  lastSeenMs: number | null
}): Finding[] {
  const isNews = (refusal: Refusal | undefined): refusal is Refusal =>
    refusal !== undefined && refusal.at > nowMs - RECENT_MS && refusal.at >= (lastSeenMs ?? 0)
  if (isNews(own)) return [findingOf(own)]
  return isNews(near) ? [{ ...findingOf(near), code: 'keyWrongNear', confidence: 0.6 }] : []
}

function findingOf({ code, at, count, path, imei, imsi }: Refusal): Finding {
  const values = { at: new Date(at).toISOString(), count, path }
  const finding = { confidence: 0.95, values, scaleId: null, curve: null }
  switch (code) {
    case 'key_replaced':
      return { ...finding, code: 'keyReplaced' }
    case 'device_key_wrong':
      return { ...finding, code: 'keyWrong' }
    case 'device_key_missing':
      return { ...finding, code: 'keyMissing' }
    case 'imei_imsi_mismatch':
      return { ...finding, code: 'numbersWrong', values: { ...values, imei, imsi } }
    case 'reading_empty':
      return { ...finding, code: 'nothingUnderstood' }
    default:
      return { ...finding, code: 'requestRefused', values: { ...values, reason: code } }
  }
}
