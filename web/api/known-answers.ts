/** More than the screens that one looks at in turns ask for. */
const AT_MOST = 40

type Known = { etag: string; text: Promise<string> }

/** In memory alone: nothing of an account may stay in the browser's own cache. The oldest first. */
const known = new Map<string, Known>()

/** What was answered was somebody else's. */
export const forgetAnswers = (): void => known.clear()

/**
 * Asks with what is known of an answer, and gives that where the server says that it is the same still. `key`: what makes the answer
 * another one, such as address and language.
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
    // a network that breaks off is told to whoever reads the answer
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
