import type { Context } from 'hono'
import { readJson } from '../../hives/readings/request/read-body.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** Of one measurement; packed, a kilobyte may hold a thousand times as much, and anybody may send it. */
const FIELDS_MAXIMUM_BYTES = 64 * 1024

/** The fields of a JSON or form body; none where there is no body. Throws 400 `invalid_body` for a list and the like. */
export async function readFields(c: Context): Promise<Record<string, unknown>> {
  const fields = await readSent(c)
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw new AppError(400, 'invalid_body')
  return fields as Record<string, unknown>
}

/** What a JSON or form body says; an object without fields where there is no body. */
export async function readSent(c: Context): Promise<unknown> {
  const type = c.req.header('content-type') ?? ''
  const body = await c.req.arrayBuffer()
  if (body.byteLength === 0) return {}
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body)))
  }
  if (type.startsWith('multipart/form-data')) {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch((cause: unknown) => {
      throw new AppError(400, 'invalid_body', { cause })
    })
    return Object.fromEntries(form)
  }
  return readJson(new Uint8Array(body), c.req.header('content-encoding'), FIELDS_MAXIMUM_BYTES)
}

/** A body of text: UTF-8, else as Windows writes it. */
export async function readText(c: Context): Promise<string> {
  const body = await c.req.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return new TextDecoder('windows-1252').decode(body)
  }
}
