import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { byteRange } from '../exports/byte-range.ts'
import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import { hashToken } from '../platform/ids.ts'
import { firmwareFile } from './firmware-file.ts'
import { selectDesiredByKey } from './firmware-queries.ts'
import { noteFetched } from './rollout-queries.ts'

type Asked = {
  authorization: string | undefined
  version: string
  range: string | undefined
  ifRange: string | undefined
  isHead: boolean
}
type Answer = { status: 200 | 206 | 416; headers: Record<string, string>; body: ReadableStream | null }

/**
 * The image that a transmitter is to have, or a part of it. Throws 401 `device_key_missing`, `device_key_wrong`, 404
 * `firmware_not_found` for every other version.
 */
export async function openFirmware(
  { database: { db }, config, clock }: Pick<Deps, 'database' | 'config' | 'clock'>,
  { authorization, version, range, ifRange, isHead }: Asked,
): Promise<Answer> {
  const deviceKey = /^Bearer (\S{1,200})$/.exec(authorization ?? '')?.[1]
  if (!deviceKey) throw new AppError(401, 'device_key_missing')
  const desired = await selectDesiredByKey(db, hashToken(deviceKey))
  if (!desired) throw new AppError(401, 'device_key_wrong')
  const { controllerId, firmware } = desired
  if (firmware?.version !== version) throw new AppError(404, 'firmware_not_found')
  const file = firmwareFile(config, firmware.file)
  const found = await stat(file).catch(() => undefined)
  if (!found) throw new AppError(404, 'firmware_not_found')

  const { size } = found
  const etag = `"${firmware.sha256}"`
  const asked = ifRange === undefined || ifRange === etag ? byteRange(range, size) : undefined
  const headers = { 'Accept-Ranges': 'bytes', 'Content-Type': 'application/octet-stream', ETag: etag }
  if (asked === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` }, body: null }
  }
  const { from, to } = asked ?? { from: 0, to: size - 1 }
  if (!isHead && to === size - 1) await noteFetched(db, controllerId, firmware.id, clock.now())
  return {
    status: asked ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': String(to - from + 1),
      ...(asked ? { 'Content-Range': `bytes ${from}-${to}/${size}` } : {}),
    },
    body: isHead ? null : (Readable.toWeb(createReadStream(file, { start: from, end: to })) as ReadableStream),
  }
}
