import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { PushMessage } from '#domain/alerts/push-message.ts'
import { decryptPush, makeSubscriptionKeys, type SubscriptionKeys, type Vapid, verifyVapid } from './push-decrypt.ts'

const DAY_SECONDS = 86_400

export type ReceivedPush = {
  /** The number of the subscription it was sent to. */
  subscriber: number
  text: string
  message: PushMessage
  ttl: number
  urgency: string | undefined
  topic: string | undefined
  authorization: string | undefined
  vapid: Vapid
  receivedAtMs: number
}

/** `hang` never answers. */
export type PushAnswer = { status: number; headers?: OutgoingHttpHeaders; body?: string } | 'hang'

export type PushServiceForTests = Awaited<ReturnType<typeof startPushService>>

/**
 * A push service on loopback, as strict as the real ones: it checks the server's signature, decrypts messages with the browser's keys and keeps them. Faulty
 * ones are answered with 400 and kept in `faults`. `now`: the epoch ms by which tokens are judged.
 */
export async function startPushService(now: () => number = Date.now) {
  const subscribers: SubscriptionKeys[] = []
  const received: ReceivedPush[] = []
  const faults: string[] = []
  const answers: PushAnswer[] = []
  const listeners = new Set<() => void>()
  const state = {
    always: { status: 201 } as PushAnswer,
    hanging: new Set<number>(),
    /** The answer to all messages for a subscriber. */
    answerOf: new Map<number, PushAnswer>(),
    /** It accepts a message at once but answers later. */
    answersAfterMs: 0,
    requests: 0,
    connections: 0,
  }

  const server = createServer(async (request, response) => {
    state.requests++
    const body = await readBody(request)
    const subscriber = Number(request.url?.split('/').at(-1))
    const own = state.hanging.has(subscriber) ? 'hang' : state.answerOf.get(subscriber)
    const answer = own ?? answers.shift() ?? state.always
    if (answer !== 'hang' && answer.status >= 200 && answer.status < 300) {
      try {
        received.push(receive(request, body))
      } catch (error) {
        faults.push((error as Error).message)
        response.writeHead(400).end((error as Error).message)
        return
      } finally {
        for (const listener of listeners) listener()
      }
    }
    if (state.answersAfterMs > 0) await pause(state.answersAfterMs)
    if (answer !== 'hang') response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  server.on('connection', () => state.connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function receive(request: IncomingMessage, body: Buffer): ReceivedPush {
    const subscriber = Number(/^\/push\/(\d+)$/.exec(request.url ?? '')?.[1])
    const keys = subscribers[subscriber]
    if (request.method !== 'POST' || !keys) throw new Error(`unknown ${request.method} ${request.url}`)
    const { ttl, urgency, topic, authorization } = request.headers as Record<string, string | undefined>
    if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('content-encoding is not aes128gcm')
    if (ttl === undefined || !/^\d+$/.test(ttl)) throw new Error('TTL is missing')
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) throw new Error('Topic is wrong')
    const vapid = verifyVapid(authorization)
    const nowSeconds = now() / 1000
    if (vapid.audience !== url) throw new Error(`aud is ${vapid.audience}`)
    if (vapid.expires <= nowSeconds || vapid.expires > nowSeconds + DAY_SECONDS) throw new Error('exp is wrong')
    if (!/^(mailto:.+@.+|https:\/\/)/.test(vapid.subject)) throw new Error(`sub is ${vapid.subject}`)
    const text = decryptPush(body, keys)
    const message = JSON.parse(text) as PushMessage
    return {
      subscriber,
      text,
      message,
      ttl: Number(ttl),
      urgency,
      topic,
      authorization,
      vapid,
      receivedAtMs: Date.now(),
    }
  }

  return {
    url,
    received,
    faults,
    state,
    /** The answers to the next requests, in order; after that 201, or `state.always` if set. */
    answerNext(...next: PushAnswer[]) {
      answers.push(...next)
    },
    /** Adds a new browser. `subscription` is what `pushManager.subscribe()` would return, as JSON. */
    subscribe() {
      const keys = makeSubscriptionKeys()
      const id = subscribers.push(keys) - 1
      return {
        endpoint: `${url}/push/${id}`,
        expirationTime: null,
        keys: { p256dh: keys.publicKey.toString('base64url'), auth: keys.auth.toString('base64url') },
      }
    },
    /** Resolves when this many messages have arrived. */
    waitFor(count: number): Promise<ReceivedPush[]> {
      return new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return
          listeners.delete(look)
          resolve(received)
        }
        listeners.add(look)
        look()
      })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
