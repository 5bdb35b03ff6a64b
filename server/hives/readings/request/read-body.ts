import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { BODY_MAXIMUM_BYTES } from '#domain/hives/reading.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { parseDeviceJson } from './device-json.ts'

const unpack = promisify(gunzip)
const decoder = new TextDecoder()

/** Parses a body's JSON as devices write it. Throws 400 `body_not_json`. */
export function parseJson(body: Uint8Array): unknown {
  try {
    return parseDeviceJson(decoder.decode(body))
  } catch (cause) {
    throw new AppError(400, 'body_not_json', { cause })
  }
}

/** Unpacks a body. Throws 413 `body_too_large` if it would exceed the limit for plain bodies, 415 `media_type`, 400 `body_not_gzip`. */
export async function unpackBody(
  body: Uint8Array,
  contentEncoding = 'identity',
  maximumBytes = BODY_MAXIMUM_BYTES,
): Promise<Uint8Array> {
  const encoding = contentEncoding.toLowerCase()
  if (encoding === 'identity') return body
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new AppError(415, 'media_type')
  try {
    return await unpack(body, { maxOutputLength: maximumBytes })
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new AppError(413, 'body_too_large', { cause })
    throw new AppError(400, 'body_not_gzip', { cause })
  }
}
