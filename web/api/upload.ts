import type { ClientResponse } from 'hono/client'
import { localeState } from '../i18n/locale-state.ts'
import { OfflineError } from './api-error.ts'
import { call } from './client.ts'

/** Uploads files to a path below `/api` and reports progress (0 to 1), which `fetch` cannot do. The reply is JSON; errors are the same as for `call`. */
export function upload(
  path: `/${string}`,
  body: FormData | Blob,
  onProgress: (part: number) => void,
): Promise<unknown> {
  const request = new XMLHttpRequest()
  const reply = new Promise<Response>((resolve, reject) => {
    request.open('POST', `/api${path}`)
    request.setRequestHeader('Accept-Language', localeState.locale)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => lengthComputable && onProgress(loaded / total)
    request.onerror = () => reject(new OfflineError(undefined))
    request.onload = () => {
      const headers = ['Content-Type', 'Retry-After'].map((name) => [name, request.getResponseHeader(name) ?? ''])
      resolve(new Response(request.responseText, { status: request.status, headers: Object.fromEntries(headers) }))
    }
    request.send(body)
  })
  return call(reply as unknown as Promise<ClientResponse<unknown, 200, 'json'>>)
}
