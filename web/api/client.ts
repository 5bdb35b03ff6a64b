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

/** Sets what happens when a reply says that nobody is signed in any more. */
export function whenSessionEnds(listener: () => void): void {
  onSessionEnd = listener
}

async function send(input: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('Accept-Language', localeState.locale)
  // elsewhere a token in the address would govern the requests of whoever is signed in
  const { pathname, search } = window.location
  const shareToken = isSharedPage(pathname) && new URLSearchParams(search).get('token')
  // what a link caught on its way through messages can be no part of a token, and some of it of no header
  if (shareToken) headers.set('X-Share-Token', shareToken.replaceAll(/[^\w-]/g, ''))
  const ask = async (sent: Headers, signal = init.signal ?? null) => {
    // to begin a request takes a phone some ms, and a screen begins several at once
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

/** A change that somebody just made: files tell how far they are, and what the app does by itself waits for itself. */
function isWaitedFor({ method = 'GET', body }: RequestInit): boolean {
  if (method === 'GET' || (body && typeof body !== 'string')) return false
  return navigator.userActivation?.isActive ?? true
}

type Checked = Pick<Response, 'ok' | 'status' | 'url' | 'headers'>

async function check<Reply extends Checked>(reply: Reply): Promise<Reply> {
  const type = reply.headers.get('Content-Type') ?? ''
  // a proxy's, or that of a hotspot which wants somebody to sign in first: the server's word it is not
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

/** The JSON of a reply. Throws `ApiError` for a failed one and `OfflineError` where none came. */
export async function call<Reply extends ClientResponse<unknown, number, 'json'>>(
  request: Promise<Reply>,
): Promise<BodyOf<Reply>> {
  const reply = await check(await request)
  try {
    return (await reply.json()) as BodyOf<Reply>
  } catch (error) {
    // half of an answer is none
    throw (error as Error).name === 'AbortError' ? error : new OfflineError(error)
  }
}

/** For what is no JSON: the checked reply to a path below `/api`, with the same headers and errors as `call`. */
export async function fetchApi(path: `/${string}`, init?: RequestInit): Promise<Response> {
  return check(await send(ROOT + path, init))
}
