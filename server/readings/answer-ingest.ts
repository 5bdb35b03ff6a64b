import { BODY_MAXIMUM_BYTES, type IngestReply } from '#domain/reading.ts'
import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import { hashToken } from '../platform/ids.ts'
import type { FirmwareOffer } from './ingest-request.ts'
import { parseRequest } from './parse-request.ts'
import { readJson } from './read-body.ts'

export type IngestDeps = Pick<Deps, 'clock' | 'config' | 'ingest'>
export type IngestHeaders = {
  authorization: string | undefined
  contentEncoding: string | undefined
  /** Where the transmitter reaches this installation: `https://…` without a slash. */
  site: () => string
}

/** Stores what a transmitter sent; resolves when that is durable. Throws where the request is refused whole. */
export async function answerIngest(deps: IngestDeps, headers: IngestHeaders, bytes: Uint8Array): Promise<IngestReply> {
  const deviceKey = /^Bearer (\S{1,200})$/.exec(headers.authorization ?? '')?.[1]
  if (!deviceKey) throw new AppError(401, 'device_key_missing')
  if (bytes.length > BODY_MAXIMUM_BYTES) throw new AppError(413, 'body_too_large')
  const { request, rejected } = parseRequest(await readJson(bytes, headers.contentEncoding), deps.clock.now())
  deps.ingest.counts.rejected += rejected.length
  const outcome = await deps.ingest.submit({
    ...request,
    deviceKeyHash: hashToken(deviceKey),
    subscriptions: deps.config.subscriptions,
  })
  if (outcome.status === 'refused') throw new AppError(outcome.code === 'device_key_wrong' ? 401 : 400, outcome.code)
  const stored = outcome.status === 'stored'
  return {
    accepted: stored ? outcome.accepted : 0,
    duplicates: stored ? outcome.duplicates : 0,
    rejected: stored ? [...rejected, ...outcome.rejected].sort((a, b) => a.index - b.index) : [],
    time: new Date(deps.clock.now()).toISOString(),
    updateInterval: outcome.updateInterval,
    firmware: stored && outcome.firmware ? offerOf(outcome.firmware, headers.site()) : null,
    ...(stored ? {} : { code: 'subscription_expired' as const }),
  }
}

const offerOf = ({ version, sha256 }: FirmwareOffer, site: string) => ({
  version,
  url: `${site}/api/firmware/${version}`,
  sha256,
})
