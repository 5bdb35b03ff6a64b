/** More than the requests of the screens somebody switches between. */
const AT_MOST = 40

type Known = { etag: string; text: Promise<string> }

/** In memory only, since nothing of an account may stay in the browser's own cache. Oldest first. */
const known = new Map<string, Known>()

/** Discards all answers, because they belonged to somebody else. */
export const forgetAnswers = (): void => known.clear()

/**
 * Requests an answer with the ETag of the known one, and returns the known one if the server says it is unchanged. `key`: everything the answer depends on,
 * such as address and language.
 */
export async function askIfChanged(
  key: string,
  headers: Headers,
  ask: (headers: Headers) => Promise<Response>,
): Promise<Response> {
  const before = known.get(key)
  if (before) headers.set('If-None-Match', before.etag)
  const response = await ask(headers)
  if (response.status === 304 && before) {
    keep(key, before)
    return new Response(await before.text, { headers: response.headers })
  }
  const etag = response.status === 200 ? response.headers.get('ETag') : null
  if (etag) {
    const text = response.clone().text()
    // if the network breaks off, whoever reads the answer is told
    text.catch(() => known.delete(key))
    keep(key, { etag, text })
  }
  return response
}

function keep(key: string, answer: Known): void {
  known.delete(key)
  known.set(key, answer)
  const [oldest] = known.keys()
  if (known.size > AT_MOST) known.delete(oldest!)
}
