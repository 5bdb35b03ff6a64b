import { Readable } from 'node:stream'
import { createTransport, type MailMessage } from 'nodemailer'
import type { SendOptions } from '../loops/last-steps.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  /** The sender, if it is not the installation itself; without an address, the installation's is used. */
  sender?: { name: string; address?: string | undefined }
  replyTo?: string
  /** URL at which a single request without a session unsubscribes (RFC 8058). */
  unsubscribe?: string
  /** Without angle brackets; the same for every attempt of a mail, so that a recipient who gets it twice keeps one copy. */
  messageId?: string
  attachments?: { filename: string; contentType: string; content: Uint8Array }[]
}

/**
 * Sends one mail. Rejects with `MailRefused` (permanent), `MailServerSilent`, or the server's own error if it may pass;
 * immediately if `signal` fires.
 */
export type Mailer = {
  available: boolean
  send(mail: Mail, options?: SendOptions): Promise<void>
}

/** The server refused, and would again. */
export class MailRefused extends Error {}

/** The server could not be reached, did not answer in time, or accepts nothing from us at all. */
export class MailServerSilent extends Error {}

/** Per step; `WHOLE_TIMEOUT_MS` limits even servers that send a byte now and then. */
const STEP_TIMEOUT_MS = 10_000
const WHOLE_TIMEOUT_MS = 30_000
const CLOSE_TIMEOUT_MS = 1000
/** Errors of the server or the connection, not of a single mail. */
const aboutServer = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EPROTOCOL', 'EAUTH', 'ENOAUTH'])

/** Sends mail through the server of `smtpUrl` (`smtps://user:password@host:465`); without one, mail is not available. */
export function createMailer(
  { smtpUrl, mailFrom }: { smtpUrl: string | undefined; mailFrom: string },
  { stepTimeoutMs = STEP_TIMEOUT_MS, wholeTimeoutMs = WHOLE_TIMEOUT_MS } = {},
): Mailer {
  if (!smtpUrl) {
    return {
      available: false,
      send: () => Promise.reject(new MailRefused('no mail server is configured')),
    }
  }
  const transport = createTransport(
    {
      url: smtpUrl,
      dnsTimeout: stepTimeoutMs,
      connectionTimeout: stepTimeoutMs,
      greetingTimeout: stepTimeoutMs,
      socketTimeout: stepTimeoutMs,
      socketCloseTimeout: CLOSE_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: mailFrom },
  )
  transport.use('stream', (mail, done) => {
    endAfterLastStep(mail)
    done()
  })
  return {
    available: true,
    async send({ attachments = [], sender, messageId, unsubscribe, ...mail }, { signal, lastStep } = {}) {
      const deadline = AbortSignal.timeout(wholeTimeoutMs)
      try {
        const files = attachments.map((file) => ({ ...file, content: Buffer.from(file.content) }))
        const from = sender ? { from: { name: sender.name, address: sender.address ?? mailFrom } } : {}
        const message = {
          ...mail,
          ...from,
          ...(messageId === undefined ? {} : { messageId: `<${messageId}>` }),
          ...(unsubscribe === undefined ? {} : { headers: endHeaders(unsubscribe) }),
          attachments: files,
          lastStep,
          signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
        }
        await transport.sendMail(message)
      } catch (error) {
        const { responseCode, code = '', message } = error as SmtpError
        const isOwnSender = sender?.address === undefined || sender.address === mailFrom
        if (isOwnSender && takesNothing(error as SmtpError)) throw new MailServerSilent(message)
        if (code === 'EENVELOPE' && responseCode && responseCode >= 500) throw new MailRefused(message)
        if (deadline.aborted) throw new MailServerSilent('no answer in time')
        if (!signal?.aborted && aboutServer.has(code)) throw new MailServerSilent(message)
        throw error
      }
    },
  }
}

type SmtpError = { responseCode?: number; code?: string; command?: string; message: string }

const CLOSES = 421
const TOO_LARGE = 552

/** The server hangs up, or accepts no mail from our sender to anyone; a mail that is too large is a different matter. */
const takesNothing = ({ responseCode, command }: SmtpError): boolean =>
  responseCode === CLOSES || (command === 'MAIL FROM' && responseCode !== undefined && responseCode !== TOO_LARGE)

const endHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/**
 * Holds back a mail's end, a line with a single dot, until its last step: before that, the server has accepted nothing. The message is only
 * read when the server asks for it.
 */
function endAfterLastStep(mail: MailMessage): void {
  const { lastStep } = mail.data as SendOptions
  if (!lastStep) return
  mail.message.processFunc((message) => {
    async function* held() {
      yield* message
      await lastStep?.()
    }
    return Readable.from(held(), { objectMode: false })
  })
}
