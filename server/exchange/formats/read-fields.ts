import type { Context } from 'hono'
import { decodeText } from '#domain/platform/text-encoding.ts'
import { parseDeviceJson } from '../../hives/readings/request/device-json.ts'
import { parseJson, unpackBody } from '../../hives/readings/request/read-body.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** Limit for one measurement; a kilobyte may unpack to a thousand times as much, and anybody may send it. */
const FIELDS_MAXIMUM_BYTES = 64 * 1024
/** The begin of a form, which no JSON has. */
const FORM = /^\s*[\w.-]+=/

/** The fields of a JSON or form body; none if there is no body. Throws 400 `invalid_body` for a list and the like. */
export async function readFields(c: Context): Promise<Record<string, unknown>> {
  const fields = await readSent(c)
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw new AppError(400, 'invalid_body')
  return fields as Record<string, unknown>
}

/** The content of a JSON or form body; an object without fields if there is no body. */
export async function readSent(c: Context): Promise<unknown> {
  const type = c.req.header('content-type') ?? ''
  const body = await readBytes(c, FIELDS_MAXIMUM_BYTES)
  if (body.length === 0) return {}
  if (type.startsWith('multipart/form-data')) {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch((cause: unknown) => {
      throw new AppError(400, 'invalid_body', { cause })
    })
    return Object.fromEntries(form)
  }
  // simple clients label every body as a form, or none; modems end it with a line end
  const text = new TextDecoder().decode(body).trim()
  const isForm = type.startsWith('application/x-www-form-urlencoded') ? !/^[[{]/.test(text) : FORM.test(text)
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : parseJson(body)
}

/**
 * A document with the objects that some of its members have as text, such as `data` in a webhook of Particle, which holds what the device
 * published.
 */
export function withInnerObjects(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, innerObject(value) ?? value]))
}

function innerObject(value: unknown): object | undefined {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return undefined
  try {
    return parseDeviceJson(value) as object
  } catch {
    return undefined
  }
}

/** The text of a body, decoded by its byte order mark, else as UTF-8, else as Windows writes it. */
export const readText = async (c: Context): Promise<string> => decodeText(await readBytes(c))

const readBytes = async (c: Context, maximumBytes?: number): Promise<Uint8Array<ArrayBuffer>> => {
  const body = new Uint8Array(await c.req.arrayBuffer())
  return (await unpackBody(body, c.req.header('content-encoding'), maximumBytes)) as Uint8Array<ArrayBuffer>
}
