import type { FieldFault } from '#domain/hives/doctor/field-fault.ts'
import type { IngestReply, Rejection } from '#domain/hives/ingest-message.ts'
import { BODY_MAXIMUM_BYTES } from '#domain/hives/reading.ts'
import type { Deps } from '../../deps.ts'
import { keepRaw } from '../../hives/calibrations/weigh-raw.ts'
import { nextKeyOf } from '../../hives/controllers/next-key.ts'
import { type AdmittedKey, admitKey, admitKnownKey, bearerOf } from '../../hives/readings/key-budgets/admit-key.ts'
import { submitWithin } from '../../hives/readings/key-budgets/submit-within.ts'
import { leftOutOf, noteFaults } from '../../hives/readings/refusals/note-faults.ts'
import { noteNothingTaken, noteRefused, noteUnadmitted, peekImei } from '../../hives/readings/refusals/note-refused.ts'
import { noteTimes } from '../../hives/readings/refusals/note-times.ts'
import type { FirmwareOffer } from '../../hives/readings/request/ingest-request.ts'
import { parseRequest } from '../../hives/readings/request/parse-request.ts'
import { parseJson, unpackBody } from '../../hives/readings/request/read-body.ts'
import { noteUnknown } from '../../hives/unknown-fields/note-unknown.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { resolveNames } from './resolve-names.ts'

const PATH = '/api/ingest'

export type IngestDeps = Pick<
  Deps,
  | 'logger'
  | 'refusals'
  | 'refusedTimes'
  | 'fieldFaults'
  | 'clock'
  | 'config'
  | 'database'
  | 'ingest'
  | 'keyBudgets'
  | 'secrets'
>
export type IngestHeaders = {
  authorization: string | undefined
  contentEncoding: string | undefined
  /** Announced size of the body in bytes; 0 if none was announced. */
  bytes: number
  address: () => string
  /** The URL at which the transmitter reaches this installation: `https://…` without a trailing slash. */
  site: () => string
}

/** A body that arrived complete is returned synchronously. */
export type ReadBody = () => Uint8Array | Promise<Uint8Array>

/**
 * Stores what a transmitter sent; resolves when that is durable. The body is read only after it is certain that there is room for it. Throws
 * if the whole request is refused. Values already at hand are not awaited: a promise per step costs as much as the step itself.
 */
export async function answerIngest(deps: IngestDeps, headers: IngestHeaders, readBody: ReadBody): Promise<IngestReply> {
  const caller = { address: headers.address, bytes: headers.bytes, path: PATH }
  const deviceKey = bearerOf(headers.authorization)
  let admitted: AdmittedKey | undefined
  try {
    admitted = admitKnownKey(deps, deviceKey, caller) ?? (await admitKey(deps, deviceKey, caller))
    const sent = readBody()
    const packed = sent instanceof Uint8Array ? sent : await sent
    if (packed.length > BODY_MAXIMUM_BYTES) throw new AppError(413, 'body_too_large')
    const { contentEncoding } = headers
    const bytes = contentEncoding === undefined ? packed : await unpackBody(packed, contentEncoding)
    // unpacked, it may be a thousand times the announced size; counted before it is parsed
    const beyond = bytes.length - caller.bytes
    if (beyond > 0) deps.keyBudgets.takeBytes(admitted.budget, beyond)
    return await takeIn(deps, admitted, parseJson(bytes), headers.site)
  } catch (error) {
    if (admitted) noteRefused(deps, admitted, error, { path: PATH })
    else await noteUnadmitted(deps, error, () => peekImei(caller.bytes, async () => readBody()), { path: PATH })
    throw error
  }
}

/** Stores a body whose key was admitted, whichever way it came. Throws if it is refused as a whole. */
export async function takeIn(
  deps: IngestDeps,
  admitted: AdmittedKey,
  body: unknown,
  site: () => string,
): Promise<IngestReply> {
  let parsed = parseRequest(body, deps.clock)
  // most transmitters have no faults, and need no look-up of names
  const named = parsed.faults.length === 0 ? undefined : await withNames(deps, admitted, body, parsed.faults)
  if (named?.parsed) parsed = named.parsed
  const { request, rejected, faults, newest } = parsed
  deps.ingest.counts.rejected += rejected.length
  const { subscriptions } = deps.config
  const outcome = await submitWithin(deps, admitted.budget, { ...request, deviceKeyHash: admitted.hash, subscriptions })
  if (outcome.status === 'refused') {
    const { imei, imsi } = request
    throw new AppError(outcome.code === 'device_key_wrong' ? 401 : 400, outcome.code, { values: { imei, imsi } })
  }
  const stored = outcome.status === 'stored'
  let kept: Kept = { accepted: 0, rejected: [] }
  if (stored) {
    noteTimes(deps, { imei: request.imei, controllerId: outcome.controllerId }, { rejected, newest }, 'its own')
    noteFaults(deps, outcome.controllerId, faults)
    noteNothingTaken(deps, admitted.budget, outcome)
    if (named) kept = await named.keep(outcome.rejected)
  }
  return {
    accepted: stored ? outcome.accepted + kept.accepted : 0,
    duplicates: stored ? outcome.duplicates : 0,
    rejected: stored
      ? [...rejected, ...(named ? kept.rejected : outcome.rejected)].sort((a, b) => a.index - b.index)
      : [],
    ...(stored ? leftOutOf(faults) : undefined),
    time: textOf(deps.clock.now()),
    updateInterval: outcome.updateInterval,
    firmware: stored && outcome.firmware ? offerOf(outcome.firmware, site()) : null,
    ...(stored ? nextKeyOf(deps, outcome.nextKey) : { code: 'subscription_expired' as const }),
  }
}

/** What the reply says of raw weights in addition, and what the store refused, at its position in the request. */
type Kept = { accepted: number; rejected: Rejection[] }

/** Reads a body with unknown names again, using the meanings its owner gave them; `keep` stores what is still unknown, once the rest is stored. */
async function withNames(deps: IngestDeps, { budget }: AdmittedKey, body: unknown, faults: readonly FieldFault[]) {
  const isName = ({ index, code }: FieldFault) => index !== null && code === 'unknown_key'
  const places = new Set(faults.filter(isName).map(({ index }) => index!))
  if (places.size === 0) return undefined
  const { controllerId } = budget
  const sent = body as { readings: unknown[] }
  const { readings, originOf, unknown, raw } = await resolveNames(deps, controllerId, sent.readings, places)
  const placed = <Of extends { index: number | null }>(one: Of): Of =>
    one.index === null || !readings ? one : { ...one, index: originOf(one.index) }
  const keep = async (rejected: readonly Rejection[]): Promise<Kept> => {
    await noteUnknown(deps, controllerId, unknown)
    const codes = await keepRaw(deps, controllerId, raw)
    const alone = raw.flatMap(({ isAlone, origin }, i) => (isAlone ? [{ index: origin, code: codes[i] }] : []))
    const refused = alone.flatMap(({ index, code }) => (code === undefined ? [] : [{ index, code }]))
    // one kept until there is a calibration counts as it will then
    return { accepted: alone.length - refused.length, rejected: [...rejected.map(placed), ...refused] }
  }
  if (!readings) return { keep }
  const parsed = parseRequest({ ...sent, readings }, deps.clock)
  return { keep, parsed: { ...parsed, rejected: parsed.rejected.map(placed), faults: parsed.faults.map(placed) } }
}

let lastMs = Number.NaN
let lastText = ''

/** An epoch time in ms as ISO 8601; cached, since all requests of a commit are answered within a few milliseconds. */
function textOf(ms: number): string {
  if (ms !== lastMs) lastText = new Date(ms).toISOString()
  lastMs = ms
  return lastText
}

/** The address names the image: if another one takes its place before it is fetched, it is not mistaken for this one. It is short, as devices have little room for it. */
const offerOf = ({ version, sha256 }: FirmwareOffer, site: string) => ({
  version,
  url: `${site}/api/firmware/${version}?image=${sha256.slice(0, 12)}`,
  sha256,
})
