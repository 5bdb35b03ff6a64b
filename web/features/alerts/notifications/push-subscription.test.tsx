import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { decodeKey, refreshSubscription, sameBytes } from './push-subscription.ts'

describe('the key of the server', () => {
  it.each([
    ['', []],
    ['AQ', [1]],
    ['-_8', [251, 255]],
    ['BAECAw', [4, 1, 2, 3]],
  ])('is read from base64url: %j', (text, bytes) => {
    expect([...decodeKey(text)]).toEqual(bytes)
  })

  it('is the same only if all bytes are equal', () => {
    const key = Uint8Array.of(4, 1, 2)
    expect(sameBytes(Uint8Array.of(4, 1, 2).buffer, key)).toBe(true)
    expect(sameBytes(Uint8Array.of(4, 1, 3).buffer, key)).toBe(false)
    expect(sameBytes(Uint8Array.of(4, 1).buffer, key)).toBe(false)
    expect(sameBytes(null, key)).toBe(false)
  })
})

describe('a subscription', () => {
  type Fake = { endpoint: string; options: object; toJSON(): object; unsubscribe(): Promise<boolean> }

  let browser: { current: Fake | null; gives: string[] }
  let posts: Record<string, unknown>[]

  const made = (endpoint: string): Fake => ({
    endpoint,
    options: { applicationServerKey: Uint8Array.of(4).buffer },
    toJSON: () => ({ endpoint }),
    unsubscribe: async () => {
      browser.current = null
      return true
    },
  })

  /** Sets the server's answer to a subscription; 409 with `ended` means that its push service ended it. */
  function serverSays(answer: (body: Record<string, unknown>) => Response) {
    vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
      if (String(url instanceof Request ? url.url : url).endsWith('/push/key'))
        return Response.json({ publicKey: 'BA' })
      const body = JSON.parse(String(init?.body)) as Record<string, unknown>
      posts.push(body)
      return answer(body)
    })
  }
  const ended = () => Response.json({ message: '', code: 'combination_exists', id: 5, ended: true }, { status: 409 })
  const taken = () => Response.json({ message: '', id: 5 }, { status: 201 })

  beforeEach(() => {
    posts = []
    browser = { current: made('https://push.test/a'), gives: ['https://push.test/b'] }
    const pushManager = {
      getSubscription: async () => browser.current,
      subscribe: async () => {
        browser.current = made(browser.gives.shift()!)
        return browser.current
      },
    }
    const registration = { pushManager }
    const serviceWorker = { getRegistration: async () => registration, ready: Promise.resolve(registration) }
    vi.stubGlobal('navigator', { ...navigator, serviceWorker })
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', { permission: 'granted' })
  })
  afterEach(() => vi.unstubAllGlobals())

  const told = () =>
    posts.map(({ address, replaces, renewable }) => [JSON.parse(String(address)).endpoint, replaces, renewable])

  it('replaces one that its push service ended', async () => {
    serverSays(({ renewable }) => (renewable ? ended() : taken()))
    expect(await refreshSubscription()).toEqual({ id: 5, isRenewed: true })
    expect(told()).toEqual([
      ['https://push.test/a', undefined, true],
      ['https://push.test/b', 'https://push.test/a', false],
    ])
  })

  it('tells the time zone of the device', async () => {
    serverSays(taken)
    await refreshSubscription()
    expect(posts).toMatchObject([{ timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone }])
  })

  it('is opened again if the service gives the same one, so that it can be turned on', async () => {
    browser.gives = ['https://push.test/a']
    serverSays(({ renewable }) => (renewable ? ended() : taken()))
    expect(await refreshSubscription()).toEqual({ id: 5, isRenewed: true })
    expect(told().at(-1)).toEqual(['https://push.test/a', undefined, false])
  })

  it('leaves alone what another tab has renewed', async () => {
    serverSays(({ renewable }) => {
      if (!renewable) return taken()
      browser.current = made('https://push.test/c')
      return ended()
    })
    await refreshSubscription()
    expect(browser.current?.endpoint).toBe('https://push.test/c')
    expect(told().at(-1)).toEqual(['https://push.test/c', 'https://push.test/a', false])
  })
})
