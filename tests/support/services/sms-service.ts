import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedSms = { method: string; path: string; headers: IncomingHttpHeaders; body: string }

/** `hang` never answers. */
export type SmsAnswer = { status: number; headers?: Record<string, string>; body?: string } | 'hang'

export type SmsService = Awaited<ReturnType<typeof startSmsService>>

/** An SMS gateway on loopback that keeps what it receives and answers with 200, or as told. */
export async function startSmsService() {
  const received: ReceivedSms[] = []
  const answers: SmsAnswer[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    received.push({ method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') })
    const answer = answers.shift() ?? { status: 200, body: 'OK' }
    if (answer !== 'hang') response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    /** The value for `SMS_URL`, in the form most gateways use. */
    template: `${url}/send?to={to}&text={text}`,
    received,
    /** Number and text of the messages sent through `template`. */
    texts: () =>
      received.map(({ path }) => {
        const query = new URL(path, url).searchParams
        return { to: query.get('to'), text: query.get('text') ?? '' }
      }),
    answerNext: (...next: SmsAnswer[]) => void answers.push(...next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
