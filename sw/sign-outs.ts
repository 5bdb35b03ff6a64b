import { type OpenStore, signOutsIn } from './open-store.ts'
import { withRoom } from './tile-store.ts'

export const SIGN_OUT_SYNC_TAG = 'sign-out'
const TIME_LIMIT_MS = 20_000

type SignOutDeps = {
  open: OpenStore
  fetch: (request: Request) => Promise<Response>
  /** Asks the browser to wake the worker when there is a network again; fails if the browser cannot or must not do so. */
  requestSync: () => Promise<void>
}

/**
 * Sessions that a person left without a network, to be ended on the server as soon as there is one. Their tokens can do nothing else,
 * survive a wipe of the device, and end no session started since.
 */
export function createSignOuts({ open, fetch, requestSync }: SignOutDeps) {
  async function change(to: (tokens: string[]) => string[]): Promise<void> {
    const transaction = (await open()).transaction('device', 'readwrite')
    const kept = to(signOutsIn(await transaction.store.get('signOuts')))
    if (kept.length > 0) await transaction.store.put(kept, 'signOuts')
    else await transaction.store.delete('signOuts')
    await transaction.done
  }

  /** Ends the sessions on the server; resolves to whether all of them have ended. */
  async function flush(): Promise<boolean> {
    let isDone = true
    for (const token of signOutsIn(await (await open()).get('device', 'signOuts'))) {
      if (await isEnded(token)) await change((tokens) => tokens.filter((other) => other !== token))
      else isDone = false
    }
    return isDone
  }

  /** A 400 means that the token was never valid; any other failure may come from something in between. */
  async function isEnded(token: string): Promise<boolean> {
    const request = new Request(new URL('/api/user/logout', globalThis.location.origin), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      credentials: 'same-origin',
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      body: JSON.stringify({ token }),
    })
    const { ok, status, headers } = await fetch(request).catch(() => Response.error())
    return (ok || status === 400) && (headers.get('Content-Type')?.includes('json') ?? false)
  }

  return {
    async keep(tokens: readonly string[]): Promise<void> {
      await withRoom(open, () => change((known) => [...new Set([...known, ...tokens])]))
      if (!(await flush())) await requestSync().catch(() => undefined)
    },
    flush,
  }
}

export type SignOuts = ReturnType<typeof createSignOuts>
