import { localeState } from '../i18n/locale-state.ts'
import { OfflineError, readApiError } from './api-error.ts'

/** Sends a form with files to a path below `/api` and tells how much has gone (0 to 1), which `fetch` cannot. Errors are those of `call`. */
export function uploadForm(path: `/${string}`, form: FormData, onProgress: (part: number) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api${path}`)
    request.setRequestHeader('Accept-Language', localeState.locale)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => lengthComputable && onProgress(loaded / total)
    request.onerror = () => reject(new OfflineError(undefined))
    request.onload = () => {
      const { status, responseText } = request
      if (status >= 200 && status < 300) return resolve(JSON.parse(responseText))
      const headers = new Headers()
      const retryAfter = request.getResponseHeader('Retry-After')
      if (retryAfter) headers.set('Retry-After', retryAfter)
      readApiError(new Response(responseText, { status, headers })).then(reject, reject)
    }
    request.send(form)
  })
}
