import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'

/** How a mail server in this mood deviates; otherwise it accepts every mail. */
export type MailMood =
  | 'takes'
  /** Sends no greeting, or refuses in its greeting and hangs up. */
  | 'silent'
  | 'greets421'
  /** Accepts no mail from us, temporarily or permanently. */
  | 'from451'
  | 'from550'
  /** Defers each recipient, as a server with greylisting does at first. */
  | 'rcpt450'
  | 'rcpt421'
  /** Does not answer about a recipient whose address begins with `hangs`. */
  | 'hangs'
  | 'closesAmidData'
  | 'silentAfterData'
  /** Offers TLS, and then never continues the handshake. */
  | 'tlsNever'

/** A mail server on loopback whose mood may change while it runs; `received`: the recipient of each mail that it accepted. */
export async function startMoodyMailServer(mood: MailMood = 'takes') {
  const state = { mood, connections: 0 }
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    state.connections++
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    if (state.mood === 'silent') return void socket.resume()
    if (state.mood === 'greets421') return void socket.end('421 4.3.2 come later\r\n')
    socket.write('220 moody\r\n')
    let recipient = ''
    let isData = false
    let isOver = false
    let waiting = ''
    socket.on('data', (bytes: Buffer) => {
      if (isOver) return
      waiting += bytes.toString('latin1')
      for (let end = waiting.indexOf('\r\n'); end >= 0; end = waiting.indexOf('\r\n')) {
        const line = waiting.slice(0, end)
        waiting = waiting.slice(end + 2)
        if (isData) {
          if (state.mood === 'closesAmidData') return void socket.destroy()
          if (line !== '.') continue
          isData = false
          if (state.mood === 'silentAfterData') return
          received.push(recipient)
          socket.write('250 kept\r\n')
          continue
        }
        const answer = answerTo(line)
        if (answer === undefined) {
          isOver = true
          return
        }
        socket.write(`${answer}\r\n`)
      }
    })

    /** Undefined: it does not answer from here on. */
    function answerTo(line: string): string | undefined {
      const { mood: now } = state
      if (/^EHLO/i.test(line)) return now === 'tlsNever' ? '250-moody\r\n250 STARTTLS' : '250 moody'
      if (/^STARTTLS/i.test(line)) {
        isOver = true
        return '220 begin'
      }
      if (/^MAIL/i.test(line)) {
        if (now === 'from451') return '451 4.3.2 not now'
        return now === 'from550' ? '550 5.7.1 not you' : '250 ok'
      }
      if (/^RCPT/i.test(line)) {
        recipient = /<([^>]*)>/.exec(line)?.[1] ?? ''
        if (now === 'hangs' && recipient.startsWith('hangs')) return undefined
        if (now === 'rcpt450') return '450 4.2.0 gray-listed'
        return now === 'rcpt421' ? '421 4.7.0 too many, closing' : '250 ok'
      }
      if (/^DATA/i.test(line)) {
        isData = true
        return '354 go on'
      }
      return /^QUIT/i.test(line) ? '221 bye' : '250 ok'
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    state,
    received,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
