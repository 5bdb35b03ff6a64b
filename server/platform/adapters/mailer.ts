import { Readable } from 'node:stream'
import { createTransport, type MailMessage } from 'nodemailer'
import type { SendOptions } from '../loops/last-steps.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  /** Who it is from, where that is not the installation itself; without an address the installation's. */
  sender?: { name: string; address?: string | undefined }
  replyTo?: string
  /** Where one request without a session ends such mails (RFC 8058). */
  unsubscribe?: string
  /** Without angle brackets; the same for every try of the same mail, so that who gets it twice keeps it once. */
  messageId?: string
  attachments?: { filename: string; contentType: string; content: Uint8Array }[]
}

/**
 * Sends one mail. Rejects with `MailRefused` (for good), `MailServerSilent`, or with what the server said that may pass;
 * with `signal` fired, at once.
 */
export type Mailer = {
  available: boolean
  send(mail: Mail, options?: SendOptions): Promise<void>
}

/** The server said no, and will say so again. */
export class MailRefused extends Error {}

/** The server could not be reached, did not answer in time, or takes nothing from us at all. */
export class MailServerSilent extends Error {}

/** For each step; `WHOLE_TIMEOUT_MS` holds also where a server says a byte now and then. */
const STEP_TIMEOUT_MS = 10_000
const WHOLE_TIMEOUT_MS = 30_000
const CLOSE_TIMEOUT_MS = 1000
/** What is wrong with the server or the way to it, not with one mail. */
const aboutServer = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EPROTOCOL', 'EAUTH', 'ENOAUTH'])

/** Mail through the server of `smtpUrl` (`smtps://user:password@host:465`); without one it is not available. */
export function createMailer(
  { smtpUrl, mailFrom }: { smtpUrl: string | undefined; mailFrom: string },
  { stepTimeoutMs = STEP_TIMEOUT_MS, wholeTimeoutMs = WHOLE_TIMEOUT_MS } = {},
): Mailer {
  if (!smtpUrl) {
    return {
      available: false,
      send: () => Promise.reject(new MailRefused('no mail server is set')),
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

/** It hangs up, or takes no mail of our sender whoever it is to; that one is too large is another matter. */
const takesNothing = ({ responseCode, command }: SmtpError): boolean =>
  responseCode === CLOSES || (command === 'MAIL FROM' && responseCode !== undefined && responseCode !== TOO_LARGE)

const endHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Until its end, a dot in a line of its own, a server has taken nothing of a mail. The message is not read before it wants it. */
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
