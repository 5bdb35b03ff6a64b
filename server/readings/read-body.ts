import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { BODY_MAXIMUM_BYTES } from '#domain/reading.ts'
import { AppError } from '../http/app-error.ts'

const unpack = promisify(gunzip)
const decoder = new TextDecoder()

/** The JSON of a body, plain or gzip; the limit holds for what it is once unpacked. */
export async function readJson(body: Uint8Array, contentEncoding: string | undefined): Promise<unknown> {
  const text = decoder.decode(await unpacked(body, contentEncoding))
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError(400, 'body_not_json', { cause })
  }
}

async function unpacked(body: Uint8Array, contentEncoding = 'identity'): Promise<Uint8Array> {
  if (contentEncoding === 'identity') return body
  if (contentEncoding !== 'gzip') throw new AppError(415, 'media_type')
  try {
    return await unpack(body, { maxOutputLength: BODY_MAXIMUM_BYTES })
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new AppError(413, 'body_too_large', { cause })
    throw new AppError(400, 'body_not_gzip', { cause })
  }
}
