import { createTransport } from 'nodemailer'

/** Sends one mail; rejects when the server refused it (`MailRefused`: for good) or could not be reached. */
export type Mailer = {
  available: boolean
  send(mail: { to: string; subject: string; text: string; html?: string }): Promise<void>
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
    async send(mail) {
      try {
        await transport.sendMail(mail)
      } catch (error) {
        const { responseCode, code, message } = error as { responseCode?: number; code?: string; message: string }
        if (code === 'EENVELOPE' && responseCode && responseCode >= 500) throw new MailRefused(message)
        throw error
      }
    },
  }
}
