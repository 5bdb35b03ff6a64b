import { afterEach, beforeEach } from 'vitest'
import { type Answer, type Client, createTestApp, type TestApp } from '../server/test-app.ts'

export type StoredValues = { weight?: number; temperature?: number; humidity?: number }
export type Transmitter = Awaited<ReturnType<TestApp['claim']>>

/** An app, a beekeeper and her transmitter, new for each test of a file, with functions for what a device sends and what is stored of it. */
export function transmitterStation() {
  let app: TestApp
  let anna: Client
  let transmitter: Transmitter
  beforeEach(async () => {
    app = await createTestApp()
    anna = await app.signIn('anna@example.org')
    transmitter = await app.claim(anna)
  })
  afterEach(() => app.close())
  const bearer = () => ({ authorization: `Bearer ${transmitter.deviceKey}` })

  /** Sends a request below `/api` with the device key as bearer token, unless the headers say otherwise. */
  const send = (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    app.request('POST', path, { body, headers: { ...bearer(), ...headers } })

  /** Sends a request to any path of the server. */
  async function sendAnywhere(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const json = text === undefined || typeof body === 'string' ? {} : { 'content-type': 'application/json' }
    const response = await app.app.request(path, {
      method,
      headers: { ...json, ...headers },
      ...(text && { body: text }),
    })
    const said = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { status: response.status, body: isJson ? JSON.parse(said) : said, headers: response.headers }
  }

  /** The latest stored values of all readings, by channel (0: the transmitter). */
  async function stored(): Promise<Record<string, StoredValues>> {
    await app.deps.ingest.settled()
    const { body: scales } = await anna.get('/scale')
    const range = `from=${Date.parse('2016-01-01') / 1000}&to=${Date.parse('2027-01-01') / 1000}&level=raw`
    const ids = scales.map(({ id }: { id: number }) => id).join(',')
    const { body } = await anna.get(`/timeline?${ids ? `scales=${ids}&` : ''}controllers=${transmitter.id}&${range}`)
    const all: Record<string, StoredValues> = {}
    for (const { scaleId, tiles } of body.series) {
      const channel = scaleId ? scales.find(({ id }: { id: number }) => id === scaleId).channel : 0
      for (const tile of tiles) {
        for (const name of ['weight', 'temperature', 'humidity'] as const) {
          const values = (tile[name] ?? []).filter((value: number | null) => value !== null)
          if (values.length > 0) all[channel] = { ...all[channel], [name]: values.at(-1) }
        }
      }
    }
    return all
  }

  /** The last values of each scale, as shown on the dashboard. */
  async function last() {
    await app.deps.ingest.settled()
    const { body } = await anna.get('/dashboard')
    return body[0].scales.map(({ last: values }: { last: object }) => values)
  }

  /** What the device doctor says, after impossible values have been counted. */
  async function doctor() {
    await app.countFaults()
    return (await anna.get(`/controller/${transmitter.id}/doctor`)).body
  }
  const controller = async () => (await anna.get(`/controller/${transmitter.id}`)).body

  return {
    ...{ bearer, send, sendAnywhere, stored, last, doctor, controller },
    get app() {
      return app
    },
    get anna() {
      return anna
    },
    get transmitter() {
      return transmitter
    },
  }
}
