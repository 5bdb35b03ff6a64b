import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { from: string; to: string[]; raw: string }

export type MailServerForTests = Awaited<ReturnType<typeof startMailServer>>

/**
 * A mail server on loopback that keeps what it receives. `refuse` names an unknown recipient; `answersAfterMs`: it accepts a mail at once but confirms later.
 */
export async function startMailServer(options: { refuse?: string; answersAfterMs?: number } = {}) {
  const received: ReceivedMail[] = []
  const state = { failures: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, callback) {
      if (address === options.refuse) callback(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
      else callback()
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        const error = state.failures-- > 0 ? Object.assign(new Error('try again'), { responseCode: 451 }) : undefined
        setTimeout(callback, options.answersAfterMs ?? 0, error)
      })
    },
  })
  // the sender may be killed in the meantime
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** `failures`: the number of next mails to be kept but reported as failed. */
    state,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
