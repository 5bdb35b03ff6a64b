import { createTransport } from 'nodemailer'

export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  /** Who it is from, where that is not the installation itself; without an address the installation's. */
  sender?: { name: string; address?: string | undefined }
  replyTo?: string
  attachments?: { filename: string; contentType: string; content: Uint8Array }[]
}

/** Sends one mail; rejects when the server refused it (`MailRefused`: for good) or could not be reached. */
export type Mailer = {
  available: boolean
  send(mail: Mail): Promise<void>
}

/** The server said no, and will say so again. */
export class MailRefused extends Error {}

const TIMEOUT_MS = 20_000

/** Mail through the server of `smtpUrl` (`smtps://user:password@host:465`); without one it is not available. */
export function createMailer({ smtpUrl, mailFrom }: { smtpUrl: string | undefined; mailFrom: string }): Mailer {
  if (!smtpUrl) {
    return {
      available: false,
      send: () => Promise.reject(new MailRefused('no mail server is set')),
    }
  }
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: mailFrom },
  )
  return {
    available: true,
    async send({ attachments = [], sender, ...mail }) {
      try {
        const files = attachments.map((file) => ({ ...file, content: Buffer.from(file.content) }))
        const from = sender ? { from: { name: sender.name, address: sender.address ?? mailFrom } } : {}
        await transport.sendMail({ ...mail, ...from, attachments: files })
      } catch (error) {
        const { responseCode, code, message } = error as { responseCode?: number; code?: string; message: string }
        if (code === 'EENVELOPE' && responseCode && responseCode >= 500) throw new MailRefused(message)
        throw error
      }
    },
  }
}
