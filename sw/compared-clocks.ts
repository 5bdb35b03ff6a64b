import { type ClocksCompared, compareClocks } from '#domain/platform/device-clock.ts'
import { accountIn, comparedIn, type OpenStore } from './open-store.ts'

/** Stores the last comparison of this device's clock with the server's, unless nobody is signed in: a sign-out leaves nothing behind. A full device does without. */
export async function keepCompared(open: OpenStore, compared: ClocksCompared): Promise<void> {
  const keep = async () => {
    const transaction = (await open()).transaction('device', 'readwrite')
    const put = async () => {
      if (accountIn(await transaction.store.get('account'))) await transaction.store.put(compared, 'clocks')
    }
    await Promise.all([put(), transaction.done])
  }
  await keep().catch(() => undefined)
}

/** Returns the last comparison, if one is stored. */
export const readCompared = (open: OpenStore): Promise<ClocksCompared | undefined> =>
  open()
    .then(async (store) => comparedIn(await store.get('device', 'clocks')))
    .catch(() => undefined)

/** Fetches as `fetch` does, and compares the clocks with each answer. A page, such as that of a hotspot, is not the server's answer. */
export function comparingFetch(
  fetch: (request: Request) => Promise<Response>,
  { open, now }: { open: OpenStore; now: () => number },
): (request: Request) => Promise<Response> {
  return async (request) => {
    const askedAt = now()
    const response = await fetch(request)
    const compared = compareClocks(response.headers.get('Date'), askedAt, now())
    const isPage = response.headers.get('Content-Type')?.includes('html')
    if (compared && !isPage) void keepCompared(open, compared)
    return response
  }
}
