/** The API as a transmitter or a script sees it: JSON over HTTP, one cookie. */
export class ApiClient {
  readonly #url: string
  #cookie = ''

  constructor(url: string) {
    this.#url = url
  }

  async post<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
    return this.#send<T>(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }

  get<T>(path: string): Promise<T> {
    return this.#send<T>(path, {})
  }

  delete<T>(path: string): Promise<T> {
    return this.#send<T>(path, { method: 'DELETE' })
  }

  async #send<T>(path: string, init: RequestInit): Promise<T> {
    const response = await fetch(`${this.#url}/api${path}`, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), cookie: this.#cookie },
    })
    const cookie = response.headers.get('set-cookie')
    if (cookie) this.#cookie = cookie.split(';')[0]!
    const answer = (await response.json()) as T & { message?: string; code?: string }
    if (!response.ok) {
      const retryAfterSeconds = Number(response.headers.get('retry-after')) || undefined
      throw new ApiError(response.status, answer.code ?? '', `${path}: ${answer.message}`, { retryAfterSeconds })
    }
    return answer
  }
}

export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** When the same request may be sent again. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    { retryAfterSeconds }: { retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
