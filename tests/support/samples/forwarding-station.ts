import { createForwardingLoop, type ForwardingLoopDeps } from '../../../server/exchange/forwarding/forwarding-loop.ts'
import { createMailer } from '../../../server/platform/adapters/mailer.ts'
import { type Client, createTestApp } from '../server/test-app.ts'
import { mailedCode } from '../services/confirm-mail.ts'
import { startMailServer } from '../services/mail-server.ts'
import { startWebReceiver } from '../services/web-receiver.ts'

export type ForwardingStation = Awaited<ReturnType<typeof openForwardingStation>>
export type SentReading = {
  time: string
  weight?: number | null
  temperature?: number
  humidity?: number
  channel?: number
}

/** A test app with a transmitter, its forwarding loop, and real servers for web and mail on loopback. */
export async function openForwardingStation() {
  const app = await createTestApp()
  const web = await startWebReceiver()
  const mail = await startMailServer()
  const mailer = createMailer({ smtpUrl: mail.url, mailFrom: 'hivewatch@example.org' })
  const createLoop = (over: Partial<ForwardingLoopDeps> = {}) => createForwardingLoop({ ...app.deps, mailer, ...over })
  const loop = createLoop()
  const anna = await app.signIn('anna@example.org')
  const controller = await app.claim(anna)
  const path = `/controller/${controller.id}/channel/1/forwarding`

  return {
    app,
    web,
    mail,
    loop,
    createLoop,
    anna,
    controller,
    path,

    /** Adds a forwarding of channel 1, entering the code if the address requires one. Throws if it is refused. */
    async add(body: Record<string, unknown>, client: Client = anna): Promise<number> {
      const { status, body: added } = await client.post(path, body)
      if (status !== 201) throw new Error(`adding was answered with ${status}: ${JSON.stringify(added)}`)
      if (added.status === 'unconfirmed') {
        const code = await mailedCode(app, added.address)
        const confirmed = await client.post(`/controller/forwarding/${added.id}/confirm`, { code })
        if (confirmed.status !== 200) throw new Error(`confirming was answered with ${confirmed.status}`)
      }
      return added.id as number
    },

    /** Sends readings of the transmitter, on channel 1 unless they say otherwise. */
    async measure(...readings: SentReading[]): Promise<void> {
      const { imei, imsi, deviceKey } = controller
      const body = { imei, imsi, battery: 3.91, signal: -71, readings: readings.map((one) => ({ channel: 1, ...one })) }
      const { status, body: reply } = await app.request('POST', '/ingest', {
        body,
        headers: { authorization: `Bearer ${deviceKey}` },
      })
      if (status !== 200 || reply.rejected.length > 0) throw new Error(`not taken: ${status} ${JSON.stringify(reply)}`)
      await app.deps.ingest.settled()
    },

    /** A reading every `stepMinutes`, starting at `from`. */
    every(stepMinutes: number, from: string, count: number): SentReading[] {
      const start = Date.parse(from)
      return Array.from({ length: count }, (_, i) => ({
        time: new Date(start + i * stepMinutes * 60_000).toISOString(),
        weight: 40 + i / 1000,
      }))
    },

    /** Forwards everything that is due. */
    async forward(by = loop) {
      by.wake()
      await by.idle()
    },

    forwarding: async (id: number) => {
      const { body } = await anna.get(path)
      return body.find((one: { id: number }) => one.id === id)
    },

    /** The times of the readings that the web receiver has received so far, in order. */
    times: (): string[] => web.received.flatMap(({ body }) => body.readings.map((one: { time: string }) => one.time)),

    async close() {
      await loop.stop()
      await web.close()
      await mail.close()
      await app.close()
    },
  }
}
