import type { ClientResponse } from 'hono/client'
import { localeState } from '../i18n/locale-state.ts'
import { OfflineError } from './api-error.ts'
import { call } from './client.ts'

/** A browser learns from a network that vanished only after a quarter of an hour. The slowest ones take a minute to empty what was handed to them. */
const STALLS_AFTER_MS = 180_000

/**
 * Uploads files to a path below `/api` and reports progress (0 to 1), which `fetch` cannot do. Ends as without a network if nothing moves for three minutes. The
 * reply is JSON; errors are the same as for `call`.
 */
export function upload(
  path: `/${string}`,
  body: FormData | Blob,
  onProgress: (part: number) => void,
): Promise<unknown> {
  const request = new XMLHttpRequest()
  const reply = new Promise<Response>((resolve, reject) => {
    request.open('POST', `/api${path}`)
    request.setRequestHeader('Accept-Language', localeState.locale)
    let stalling: ReturnType<typeof setTimeout> | undefined
    const moves = () => {
      clearTimeout(stalling)
      stalling = setTimeout(() => request.abort(), STALLS_AFTER_MS)
    }
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      moves()
      if (lengthComputable) onProgress(loaded / total)
    }
    const isCut = () => reject(new OfflineError(undefined))
    request.onerror = isCut
    request.onabort = isCut
    request.onloadend = () => clearTimeout(stalling)
    request.onload = () => {
      const headers = ['Content-Type', 'Retry-After'].map((name) => [name, request.getResponseHeader(name) ?? ''])
      resolve(new Response(request.responseText, { status: request.status, headers: Object.fromEntries(headers) }))
    }
    moves()
    request.send(body)
  })
  return call(reply as unknown as Promise<ClientResponse<unknown, 200, 'json'>>)
}
