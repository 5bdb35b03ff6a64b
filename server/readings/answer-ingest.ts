import type { IngestReply } from '#domain/ingest-message.ts'
import { BODY_MAXIMUM_BYTES } from '#domain/reading.ts'
import { nextKeyOf } from '../controllers/next-key.ts'
import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import { type AdmittedKey, admitKey, bearerOf, type Caller } from './admit-key.ts'
import type { FirmwareOffer } from './ingest-request.ts'
import { leftOutOf, noteFaults } from './note-faults.ts'
import { noteNothingTaken, noteRefused, noteUnadmitted, peekImei } from './note-refused.ts'
import { noteTimes } from './note-times.ts'
import { parseRequest } from './parse-request.ts'
import { parseJson, unpackBody } from './read-body.ts'
import { submitWithin } from './submit-within.ts'

const PATH = '/api/ingest'

export type IngestDeps = Pick<
  Deps,
  'refusals' | 'refusedTimes' | 'fieldFaults' | 'clock' | 'config' | 'database' | 'ingest' | 'keyBudgets' | 'secrets'
>
export type IngestHeaders = {
  authorization: string | undefined
  contentEncoding: string | undefined
  contentLength: string | undefined
  address: () => string
  /** Where the transmitter reaches this installation: `https://…` without a slash. */
  site: () => string
}

/**
 * Stores what a transmitter sent; resolves when that is durable. The body is read only once it is known that there is room for it.
 * Throws where the request is refused whole.
 */
export async function answerIngest(
  deps: IngestDeps,
  headers: IngestHeaders,
  readBody: () => Promise<Uint8Array>,
): Promise<IngestReply> {
  const caller = { address: headers.address, bytes: Number(headers.contentLength ?? 0), path: PATH }
  let admitted: AdmittedKey | undefined
  try {
    admitted = await admitKey(deps, bearerOf(headers.authorization), caller)
    const body = await readJson(deps, admitted, caller, headers.contentEncoding, await readBody())
    return await takeIn(deps, admitted, body, headers.site)
  } catch (error) {
    if (admitted) noteRefused(deps, admitted, error, { path: PATH })
    else await noteUnadmitted(deps, error, await peekImei(caller.bytes, readBody), { path: PATH })
    throw error
  }
}

/** Stores a body whose key was admitted, by whatever way it came. Throws where it is refused whole. */
export async function takeIn(
  deps: IngestDeps,
  admitted: AdmittedKey,
  body: unknown,
  site: () => string,
): Promise<IngestReply> {
  const { request, rejected, faults, newest } = parseRequest(body, deps.clock)
  deps.ingest.counts.rejected += rejected.length
  const { subscriptions } = deps.config
  const outcome = await submitWithin(deps, admitted.budget, { ...request, deviceKeyHash: admitted.hash, subscriptions })
  if (outcome.status === 'refused') {
    const { imei, imsi } = request
    throw new AppError(outcome.code === 'device_key_wrong' ? 401 : 400, outcome.code, { values: { imei, imsi } })
  }
  const stored = outcome.status === 'stored'
  if (stored) {
    noteTimes(deps, request.imei, { rejected, newest }, 'its own')
    noteFaults(deps, request.imei, faults)
    noteNothingTaken(deps, admitted.budget, outcome)
  }
  return {
    accepted: stored ? outcome.accepted : 0,
    duplicates: stored ? outcome.duplicates : 0,
    rejected: stored ? [...rejected, ...outcome.rejected].sort((a, b) => a.index - b.index) : [],
    ...(stored ? leftOutOf(faults) : undefined),
    time: new Date(deps.clock.now()).toISOString(),
    updateInterval: outcome.updateInterval,
    firmware: stored && outcome.firmware ? offerOf(outcome.firmware, site()) : null,
    ...(stored ? nextKeyOf(deps, outcome.nextKey) : { code: 'subscription_expired' as const }),
  }
}

/** Unpacked it may be a thousand times what was announced, and is counted before it is parsed. */
async function readJson(
  { keyBudgets }: IngestDeps,
  { budget }: AdmittedKey,
  announced: Caller,
  contentEncoding: string | undefined,
  bytes: Uint8Array,
): Promise<unknown> {
  if (bytes.length > BODY_MAXIMUM_BYTES) throw new AppError(413, 'body_too_large')
  const unpacked = await unpackBody(bytes, contentEncoding)
  if (unpacked.length > announced.bytes) keyBudgets.takeBytes(budget, unpacked.length - announced.bytes)
  return parseJson(unpacked)
}

const offerOf = ({ version, sha256 }: FirmwareOffer, site: string) => ({
  version,
  url: `${site}/api/firmware/${version}`,
  sha256,
})
