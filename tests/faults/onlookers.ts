import { setTimeout as pause } from 'node:timers/promises'

/** How it went for somebody who is not involved in a fault. Times in ms. */
export type Seen = { calls: number; failures: string[]; slowestMs: number; medianMs: number }

/**
 * Calls each probe repeatedly while a fault lasts, one call at a time with some ms in between. Returns a function that ends this and reports the results; a
 * call still waiting then counts with the time it has waited.
 */
export function watchOthers<Name extends string>(
  probes: Record<Name, () => Promise<unknown>>,
  everyMs = 100,
): () => Promise<Record<Name, Seen>> {
  const ended = new AbortController()
  const seen = {} as Record<Name, Seen>
  const watching = (Object.keys(probes) as Name[]).map(async (name) => {
    const waits: number[] = []
    const failures: string[] = []
    while (!ended.signal.aborted) {
      const begun = performance.now()
      const call = probes[name]().catch((error: unknown) => void failures.push(String(error)))
      await Promise.race([call, aborted(ended.signal)])
      waits.push(performance.now() - begun)
      await pause(everyMs, undefined, { signal: ended.signal }).catch(() => undefined)
    }
    waits.sort((a, b) => a - b)
    seen[name] = {
      calls: waits.length,
      failures,
      slowestMs: waits.at(-1) ?? 0,
      medianMs: waits[Math.floor(waits.length / 2)] ?? 0,
    }
  })
  return async () => {
    ended.abort()
    await Promise.all(watching)
    return seen
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

/** A call that must succeed. */
export async function fetchWell(url: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(url, init)
  const body = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${url}: ${body.slice(0, 200)}`)
  return body
}
