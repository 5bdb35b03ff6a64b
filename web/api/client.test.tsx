import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { localeState } from '../i18n/locale-state.ts'
import { ApiError, OfflineError } from './api-error.ts'
import { api, call, fetchApi, whenSessionEnds } from './client.ts'
import { askedEarliest } from './early-answers.ts'
import { forgetAnswers } from './known-answers.ts'

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

/** Answers every request with `answer`, as if from the requested address. */
function network(answer: () => Response) {
  const asked: Request[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(new URL(String(input), window.location.origin), init)
    asked.push(request)
    const response = answer()
    Object.defineProperty(response, 'url', { value: request.url })
    return response
  })
  return asked
}

const ended = vi.fn()
beforeEach(() => {
  ended.mockReset()
  whenSessionEnds(ended)
})
afterEach(() => {
  forgetAnswers()
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

test('asks in the language of the screens, and with the token of a share', async () => {
  const asked = network(() => json([]))
  localeState.locale = 'fr'
  window.history.replaceState(null, '', '/shared/timeline?token=abc')
  expect(await call(api.controller.$get())).toEqual([])
  expect(asked[0]!.url).toBe(`${window.location.origin}/api/controller`)
  expect(asked[0]!.headers.get('Accept-Language')).toBe('fr')
  expect(asked[0]!.headers.get('X-Share-Token')).toBe('abc')
})

test.each(['abc_1-D%E2%80%A6', 'abc_1-D%E2%80%8B', '%C2%ABabc_1-D%C2%BB).'])(
  'removes characters that stuck to a share link from its token: %s',
  async (token) => {
    const asked = network(() => json([]))
    window.history.replaceState(null, '', `/shared/timeline?token=${token}`)
    await call(api.share.view.$get())
    expect(asked[0]!.headers.get('X-Share-Token')).toBe('abc_1-D')
  },
)

test('sends a share token even if no character of it is valid, so that the request runs under no other identity', async () => {
  const asked = network(() => json([]))
  window.history.replaceState(null, '', '/shared/timeline?token=%E2%80%A6')
  await call(api.share.view.$get())
  expect(asked[0]!.headers.get('X-Share-Token')).toBe('')
})

test('requests that a screen starts at once are sent in separate tasks, in order', async () => {
  const asked = network(() => json([]))
  const askedAfterEach: number[] = []
  const begin = globalThis.fetch
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => {
    const answer = begin(...request)
    queueMicrotask(() => askedAfterEach.push(asked.length))
    return answer
  })
  await Promise.all([call(api.controller.$get()), call(api.region.$get()), call(api.user.ping.$get())])
  expect(asked.map(({ url }) => new URL(url).pathname)).toEqual(['/api/controller', '/api/region', '/api/user/ping'])
  expect(askedAfterEach).toEqual([1, 2, 3])
})

test.each(['/', '/?token=abc', '/dashboard?token=abc', '/shop/hardware?token=abc'])(
  'sends no share token from %s',
  async (path) => {
    const asked = network(() => json([]))
    window.history.replaceState(null, '', path)
    await call(api.controller.$get())
    expect(asked[0]!.headers.has('X-Share-Token')).toBe(false)
  },
)

test('an unchanged answer is not transferred again, unless the language or the account has changed', async () => {
  const asked = network(() => {
    const isKnown = asked.at(-1)!.headers.get('If-None-Match') === 'W/"1"'
    return isKnown ? new Response(null, { status: 304 }) : new Response('[{"id":1}]', { headers: { ETag: 'W/"1"' } })
  })
  const sent = () => asked.map(({ headers }) => headers.get('If-None-Match'))
  localeState.locale = 'de'
  for (const _ of [1, 2]) expect(await call(api.controller.$get())).toEqual([{ id: 1 }])
  localeState.locale = 'es'
  expect(await call(api.controller.$get())).toEqual([{ id: 1 }])
  localeState.locale = 'de'
  forgetAnswers()
  expect(await call(api.controller.$get())).toEqual([{ id: 1 }])
  expect(sent()).toEqual([null, 'W/"1"', null, null])
})

describe('an answer that the page requested before the app had loaded', () => {
  const early = (answer: Promise<Response>, { locale = 'de', agoMs = 0 } = {}) => {
    window.earlyAnswers = { '/api/controller': { locale, answer, askedAt: Date.now() - agoMs } }
  }
  const first = () => Promise.resolve(json([{ id: 1 }]))
  const ask = () => call(api.controller.$get())
  beforeEach(() => {
    localeState.locale = 'de'
  })
  afterEach(() => {
    delete window.earlyAnswers
    askedEarliest()
  })

  test('is used once', async () => {
    const asked = network(() => json([{ id: 2 }]))
    early(first())
    expect([await ask(), await ask()]).toEqual([[{ id: 1 }], [{ id: 2 }]])
    expect(asked).toHaveLength(1)
    expect(askedEarliest()).toBeLessThanOrEqual(Date.now())
  })

  test('is looked up again for changes if it was requested a while ago', async () => {
    network(() => json([]))
    early(first(), { agoMs: 5000 })
    expect(await ask()).toEqual([{ id: 1 }])
    expect(askedEarliest()).toBeLessThanOrEqual(Date.now() - 5000)
    expect(askedEarliest()).toBe(Number.POSITIVE_INFINITY)
  })

  test.each([
    ['is in another language', () => early(first(), { locale: 'fr' })],
    ['is old', () => early(first(), { agoMs: 60_000 })],
    ['did not come', () => early(Promise.reject(new TypeError('Failed to fetch')))],
  ])('is requested again if it %s', async (_, prepare) => {
    network(() => json([{ id: 2 }]))
    prepare()
    expect(await ask()).toEqual([{ id: 2 }])
  })

  test('does not keep its connection open if nobody reads it', async () => {
    network(() => json([]))
    const [inFrench, before] = [await first(), await first()]
    early(Promise.resolve(inFrench), { locale: 'fr' })
    await ask()
    early(Promise.resolve(before))
    await fetchApi('/user/logout', { method: 'POST' })
    expect([inFrench.bodyUsed, before.bodyUsed]).toEqual([true, true])
  })

  test('is discarded by a change', async () => {
    network(() => json([{ id: 2 }]))
    early(first())
    await fetchApi('/user/logout', { method: 'POST' })
    expect(await ask()).toEqual([{ id: 2 }])
  })

  test('may be the reply that nobody is signed in', async () => {
    network(() => json([]))
    early(Promise.resolve(json({ message: 'Bitte anmelden.', code: 'not_signed_in' }, 401)))
    await expect(ask()).rejects.toMatchObject({ status: 401 })
  })
})

test('a failed reply is an ApiError', async () => {
  network(() => json({ message: 'Nicht gefunden.', code: 'not_found' }, 404))
  await expect(call(api.controller.$get())).rejects.toMatchObject({ name: 'ApiError', status: 404, code: 'not_found' })
  expect(ended).not.toHaveBeenCalled()
})

test('401 ends the session, also as the answer to a request for something other than JSON', async () => {
  network(() => json({ message: 'Bitte anmelden.', code: 'not_signed_in' }, 401))
  await expect(call(api.controller.$get())).rejects.toBeInstanceOf(ApiError)
  await expect(fetchApi('/timeline')).rejects.toBeInstanceOf(ApiError)
  expect(ended).toHaveBeenCalledTimes(2)
})

test('401 only means a wrong password for a sign-in, and is a normal answer to a ping', async () => {
  network(() => json({ message: 'Falsch.', code: 'credentials_wrong' }, 401))
  await expect(call(api.user.login.$post({ json: { email: 'a@b.ch', password: '' } }))).rejects.toBeInstanceOf(ApiError)
  await expect(call(api.user.ping.$get())).rejects.toBeInstanceOf(ApiError)
  expect(ended).not.toHaveBeenCalled()
})

test('no answer is an OfflineError', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call(api.controller.$get())).rejects.toBeInstanceOf(OfflineError)
})

test('an aborted request stays an AbortError; one that took too long counts as no answer', async () => {
  vi.stubGlobal('fetch', (_input: RequestInfo, init: RequestInit) => Promise.reject(init.signal?.reason))
  await expect(fetchApi('/timeline', { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
  const late = AbortSignal.abort(new DOMException('late', 'TimeoutError'))
  await expect(fetchApi('/timeline', { signal: late })).rejects.toBeInstanceOf(OfflineError)
})

test.each([200, 401, 403, 502, 511])(
  'a page with status %i comes from something in between: it counts as no answer, and the session continues',
  async (status) => {
    const headers = { 'Content-Type': 'text/html; charset=utf-8' }
    network(() => new Response('<html><h1>Welcome to our WLAN</h1></html>', { status, headers }))
    await expect(call(api.controller.$get())).rejects.toBeInstanceOf(OfflineError)
    await expect(fetchApi('/timeline')).rejects.toBeInstanceOf(OfflineError)
    expect(ended).not.toHaveBeenCalled()
  },
)

test('a plain-text 401 from a proxy does not end the session, and a truncated answer counts as none', async () => {
  network(() => new Response('Authorization required', { status: 401, headers: { 'Content-Type': 'text/plain' } }))
  await expect(call(api.controller.$get())).rejects.toMatchObject({ status: 401, message: 'Authorization required' })
  expect(ended).not.toHaveBeenCalled()
  network(() => new Response('[{"id":', { headers: { 'Content-Type': 'application/json' } }))
  await expect(call(api.region.$get())).rejects.toBeInstanceOf(OfflineError)
})
