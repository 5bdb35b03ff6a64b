import { afterEach, expect, it, vi } from 'vitest'
import { sampleSession } from '../tests/support/samples/sample-session.ts'
import { confirmUser, forgetUser, session } from './features/people/session/session-state.ts'
import { endSession } from './features/people/session/sign-out.ts'
import { followSession } from './follow-session.ts'

/** A router at this address. */
function routerAt(href: string) {
  const { pathname } = new URL(href, 'http://localhost')
  return { state: { location: { href, pathname } }, invalidate: vi.fn(), navigate: vi.fn() }
}

const signIn = () => confirmUser({ ...sampleSession, language: 'de' })

const router = routerAt('/')
const at = (href: string) => Object.assign(router, routerAt(href))
const settled = () => new Promise((resolve) => setTimeout(resolve))
let follows = false

async function enterAt(href: string) {
  vi.stubGlobal('fetch', async () => Response.json([]))
  session.phase = 'none'
  if (!follows) followSession(router as never)
  follows = true
  await settled()
  at(href)
  signIn()
  await settled()
  router.invalidate.mockClear()
}

afterEach(() => {
  forgetUser()
  vi.unstubAllGlobals()
})

it.each(['/shop/address?x=1', '/subscriptionShop/payment'])(
  'a session that ends at %s leads to the sign-in page, and back from there',
  async (href) => {
    await enterAt(href)
    endSession()
    await settled()
    expect(router.navigate).toHaveBeenCalledExactlyOnceWith({ to: '/', search: { from: href }, replace: true })
  },
)

it.each(['/shop/admin/config', '/settings/scales', '/shopping'])(
  'the route itself decides where a session that ends at %s leads',
  async (href) => {
    await enterAt(href)
    endSession()
    await settled()
    expect(router.navigate).not.toHaveBeenCalled()
    expect(router.invalidate).toHaveBeenCalledOnce()
  },
)

it('signing out in the shop stays there', async () => {
  await enterAt('/shop/address')
  endSession({ signedOut: true })
  await settled()
  expect(router.navigate).not.toHaveBeenCalled()
})
