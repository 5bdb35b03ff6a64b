import type { ClientResponse, hc } from 'hono/client'
import type { HonoBase } from 'hono/hono-base'
import type { ClientErrorStatusCode, ServerErrorStatusCode } from 'hono/utils/http-status'
import type { AppType } from '../../server/app.ts'
import { localeState } from '../i18n/locale-state.ts'
import { isSharedPage } from '../is-shared-page.ts'
import { ownTask } from '../own-task.ts'
import { CanceledError, OfflineError, readApiError } from './api-error.ts'
import { dropEarlyAnswers, takeEarlyAnswer } from './early-answers.ts'
import { askIfChanged } from './known-answers.ts'
import { routesBelow } from './routes-below.ts'
import { cancelable } from './slow-calls.ts'

const ROOT = '/api'
const answersWith401 = new Set(['/api/user/login', '/api/user/ping', '/api/user/endActAs'])

let onSessionEnd: () => void = () => {}

/** Sets what to do when a reply says that nobody is signed in any more. */
export function whenSessionEnds(listener: () => void): void {
  onSessionEnd = listener
}

async function send(input: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('Accept-Language', localeState.locale)
  // on other pages a token in the address would override the session of whoever is signed in
  const { pathname, search } = window.location
  const shareToken = isSharedPage(pathname) && new URLSearchParams(search).get('token')
  // characters a link picked up on its way through messages cannot belong to a token, and some are not allowed in a header
  if (shareToken) headers.set('X-Share-Token', shareToken.replaceAll(/[^\w-]/g, ''))
  const ask = async (sent: Headers, signal = init.signal ?? null) => {
    // starting a request takes a phone some ms, and a screen starts several at once
    await ownTask()
    return fetch(input, { ...init, headers: sent, credentials: 'same-origin', signal })
  }
  const isRead = init.method === 'GET' && !shareToken
  try {
    if (isRead) {
      const { locale } = localeState
      return await askIfChanged(`${locale} ${input}`, headers, (sent) =>
        takeEarlyAnswer(input, locale, () => ask(sent)),
      )
    }
    if (init.method !== 'GET') dropEarlyAnswers()
    if (!isWaitedFor(init)) return await ask(headers)
    return await cancelable(init.signal, (signal) => ask(headers, signal))
  } catch (error) {
    if (error instanceof CanceledError) throw error
    if (init.signal?.aborted && init.signal.reason?.name !== 'TimeoutError') throw error
    throw new OfflineError(error)
  }
}

/**
 * Whether this is a change somebody just made and is waiting for. Not uploads, which show their own progress, nor background requests, whose initiator waits
 * for them.
 */
function isWaitedFor({ method = 'GET', body }: RequestInit): boolean {
  if (method === 'GET' || (body && typeof body !== 'string')) return false
  return navigator.userActivation?.isActive ?? true
}

type Checked = Pick<Response, 'ok' | 'status' | 'url' | 'headers'>

async function check<Reply extends Checked>(reply: Reply): Promise<Reply> {
  const type = reply.headers.get('Content-Type') ?? ''
  // an HTML page is not the server's answer: it comes from a proxy, or a hotspot that requires a sign-in first
  if (/^text\/html\b/i.test(type)) throw new OfflineError(`a page with status ${reply.status}`)
  if (reply.ok) return reply
  const path = new URL(reply.url, window.location.origin).pathname
  if (reply.status === 401 && type.includes('json') && !answersWith401.has(path)) onSessionEnd()
  throw await readApiError(reply as unknown as Response)
}

type ClientOf<Routes> =
  Routes extends HonoBase<infer E, infer S, infer P> ? ReturnType<typeof hc<HonoBase<E, S, P>>> : never
type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The one typed client of the API: `call(api.scale.$get())`. */
export const api = routesBelow(ROOT, send) as AllOf<ClientOf<AppType>>

type Failed = ClientErrorStatusCode | ServerErrorStatusCode
type BodyOf<Reply> =
  Reply extends ClientResponse<infer Body, infer Status, 'json'> ? (Status extends Failed ? never : Body) : never

/** Returns the JSON of a reply. Throws `ApiError` for a failed one and `OfflineError` if none came. */
export async function call<Reply extends ClientResponse<unknown, number, 'json'>>(
  request: Promise<Reply>,
): Promise<BodyOf<Reply>> {
  const reply = await check(await request)
  try {
    return (await reply.json()) as BodyOf<Reply>
  } catch (error) {
    // a truncated answer counts as none
    throw (error as Error).name === 'AbortError' ? error : new OfflineError(error)
  }
}

/** For replies that are not JSON: returns the checked reply to a path below `/api`, with the same headers and errors as `call`. */
export async function fetchApi(path: `/${string}`, init?: RequestInit): Promise<Response> {
  return check(await send(ROOT + path, init))
}
