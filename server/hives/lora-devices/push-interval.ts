import type { Deps } from '../../deps.ts'
import { callService } from '../../platform/adapters/call-service.ts'
import { isAllowedUrl } from '../../platform/adapters/safe-fetch.ts'
import { downlinkFault, noPlace } from './interval-faults.ts'
import { type HeardDevice, type IntervalPayload, intervalPayload } from './interval-payloads.ts'
import { insertDownlink, selectDownlink, updateDownlink } from './lora-downlink-queries.ts'

const AT_ONCE = 16
const FIRST_PAUSE_MS = 10 * 60_000
const LONGEST_PAUSE_MS = 86_400_000
const KEY = /^[\x21-\x7e]{1,400}$/
const PUSH = /^\/api\/v3\/as\/applications\/[^/]+\/webhooks\/[^/]+\/devices\/[^/]+\/down\/push$/

/** Where The Things Stack accepts downlinks for the device of an uplink: its headers `X-Downlink-Push` and `X-Downlink-Apikey`. */
export type DownlinkPlace = { url: string; apiKey: string }

/** Returns the place that an uplink names; undefined if it names none, or one that does not belong to The Things Stack. */
export function downlinkPlaceOf(
  header: (name: string) => string | undefined,
  { allowPrivateEndpoints }: Deps['config'],
): DownlinkPlace | undefined {
  const [url, apiKey] = [header('x-downlink-push'), header('x-downlink-apikey')]
  if (!url || !apiKey || !KEY.test(apiKey) || !isAllowedUrl(url, allowPrivateEndpoints)) return undefined
  return PUSH.test(new URL(url).pathname) ? { url, apiKey } : undefined
}

type Heard = {
  controllerId: number
  intervalHours: number
  device: HeardDevice
  /** Undefined if the webhook has no key for downlinks. */
  place: DownlinkPlace | undefined
}
type Pushing = Pick<Deps, 'database' | 'clock' | 'safeFetch' | 'fieldFaults' | 'logger'>

/**
 * Tells LoRaWAN devices a new update interval, once, at the address that came with an uplink, after answering that uplink. Addresses
 * and API keys are not kept any longer: what could not be delivered goes out with a later uplink, after a pause that grows with each
 * failure.
 */
export function createIntervalPushes(deps: Pushing) {
  const underWay = new Map<number, Promise<void>>()

  async function tell({ controllerId, intervalHours, device, place }: Heard): Promise<void> {
    const { database, clock, fieldFaults } = deps
    const { db } = database
    const payload = intervalPayload(device, intervalHours)
    if (!payload) return
    const known = await selectDownlink(db, controllerId)
    // how often a device sends when first heard is up to its owner: only changes are passed on
    if (!known) return insertDownlink(db, controllerId, intervalHours)
    if (known.interval_hours === intervalHours) return
    if (!place) return fieldFaults.note(controllerId, [noPlace])
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (known.failures - 1))
    if (known.failures > 0 && clock.now() < (known.tried_at ?? 0) + pause) return
    const outcome = await callService(deps.safeFetch, callOf(place, payload), { nowMs: clock.now() })
    const at = clock.now()
    if (outcome.outcome === 'delivered') return updateDownlink(db, controllerId, { at, intervalHours })
    await updateDownlink(db, controllerId, { at })
    fieldFaults.note(controllerId, [downlinkFault(outcome)])
  }

  return {
    /** Returns immediately. Devices that are being told right now, and any beyond the limit of concurrent ones, wait for a later uplink. */
    hear(heard: Heard): void {
      const { controllerId } = heard
      if (underWay.has(controllerId) || underWay.size >= AT_ONCE) return
      const told = tell(heard)
        .catch((error: unknown) =>
          deps.logger.error({ err: error, controllerId }, 'a device could not be told its interval'),
        )
        .finally(() => underWay.delete(controllerId))
      underWay.set(controllerId, told)
    },
    /** Resolves when no delivery is in progress. */
    async settled(): Promise<void> {
      await Promise.all(underWay.values())
    },
  }
}
export type IntervalPushes = ReturnType<typeof createIntervalPushes>

const callOf = ({ url, apiKey }: DownlinkPlace, { bytes, port }: IntervalPayload) => ({
  url,
  headers: { Authorization: `Bearer ${apiKey}` },
  body: JSON.stringify({
    downlinks: [{ frm_payload: Buffer.from(bytes).toString('base64'), f_port: port, priority: 'NORMAL' }],
  }),
})
