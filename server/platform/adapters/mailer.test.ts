import { expect, test } from 'vitest'
import { startMailServer } from '../../../tests/support/services/mail-server.ts'
import { type MailMood, startMoodyMailServer } from '../../../tests/support/services/moody-mail-server.ts'
import { createMailer, MailRefused, MailServerSilent } from './mailer.ts'

const mail = {
  to: 'anna@example.org',
  subject: 'Schwarm bei Bienenstand «Süd»?',
  text: 'Waldrand',
  html: '<p>Waldrand</p>',
}

test('a mail arrives with its sender, subject and both bodies', async () => {
  const server = await startMailServer()
  const mailer = createMailer({ smtpUrl: server.url, mailFrom: 'hivewatch@example.org' })
  await mailer.send(mail)
  const [received] = server.received
  expect(received).toMatchObject({ from: 'hivewatch@example.org', to: ['anna@example.org'] })
  expect(received?.raw).toContain('multipart/alternative')
  expect(received?.raw).toMatch(/Subject: =\?UTF-8\?Q\?Schwarm_bei_Bienenstand/)
  await server.close()
})

test('a subscribed mail tells mail programs where to unsubscribe with one request', async () => {
  const server = await startMailServer()
  const mailer = createMailer({ smtpUrl: server.url, mailFrom: 'hivewatch@example.org' })
  const unsubscribe = `https://hives.example.org/api/season/unsubscribe?token=${'aZ-_09'.repeat(9)}`
  await mailer.send({ ...mail, unsubscribe })
  await mailer.send(mail)
  const [first, second] = server.received.map(({ raw }) => raw.replaceAll(/\r?\n[ \t]+/g, ' '))
  expect(first).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  expect(/^List-Unsubscribe: <(.*)>$/m.exec(first!)?.[1]).toBe(unsubscribe)
  expect(second).not.toContain('Unsubscribe')
  await server.close()
})

test('a recipient that does not exist is refused for good, a server that is away only for now', async () => {
  const server = await startMailServer({ refuse: mail.to })
  const mailer = createMailer({ smtpUrl: server.url, mailFrom: 'hivewatch@example.org' })
  await expect(mailer.send(mail)).rejects.toThrow(MailRefused)
  await server.close()
  await expect(mailer.send(mail)).rejects.not.toBeInstanceOf(MailRefused)
})

const soon = { stepTimeoutMs: 300, wholeTimeoutMs: 2000 }
const error = (sent: Promise<void>) => sent.then(() => undefined).catch((reason: unknown) => reason)

test.each<MailMood>([
  'silent',
  'greets421',
  'from451',
  'from550',
  'rcpt421',
  'hangs',
  'closesAmidData',
  'silentAfterData',
  'tlsNever',
])('a mail waits for a server that takes nothing of us for now: %s', async (mood) => {
  const server = await startMoodyMailServer(mood)
  const mailer = createMailer({ smtpUrl: server.url, mailFrom: 'hivewatch@example.org' }, soon)
  const to = 'hangs@example.org'
  expect(await error(mailer.send({ ...mail, to }))).toBeInstanceOf(MailServerSilent)
  server.state.mood = 'takes'
  await mailer.send({ ...mail, to })
  expect(server.received).toEqual([to])
  await server.close()
})

test('a server that accepts a connection but never answers to TLS is given up in time', async () => {
  const server = await startMoodyMailServer('silent')
  const smtpUrl = server.url.replace('smtp:', 'smtps:')
  const mailer = createMailer({ smtpUrl, mailFrom: 'hivewatch@example.org' }, soon)
  expect(await error(mailer.send(mail))).toBeInstanceOf(MailServerSilent)
  await server.close()
})

test('a deferred recipient, or a refused sender other than our own, is not blamed on the server', async () => {
  const server = await startMoodyMailServer('rcpt450')
  const mailer = createMailer({ smtpUrl: server.url, mailFrom: 'hivewatch@example.org' })
  const putOff = await error(mailer.send(mail))
  expect(putOff).toBeInstanceOf(Error)
  expect([putOff instanceof MailRefused, putOff instanceof MailServerSilent]).toEqual([false, false])
  server.state.mood = 'from550'
  const sender = { name: 'Shop', address: 'shop@example.net' }
  expect(await error(mailer.send({ ...mail, sender }))).toBeInstanceOf(MailRefused)
  await server.close()
})

test('an address with line breaks cannot add recipients or headers', async () => {
  const server = await startMailServer()
  const mailer = createMailer({ smtpUrl: server.url, mailFrom: 'hivewatch@example.org' })
  await mailer.send({ ...mail, subject: 'A\r\nBcc: eve@example.org\r\n\r\nB' })
  expect(server.received[0]?.to).toEqual(['anna@example.org'])
  expect(server.received[0]?.raw).not.toMatch(/^Bcc:/m)
  await server.close()
})

test('without a mail server it says so', async () => {
  const mailer = createMailer({ smtpUrl: undefined, mailFrom: 'hivewatch@example.org' })
  expect(mailer.available).toBe(false)
  await expect(mailer.send(mail)).rejects.toThrow(MailRefused)
})

test('a server accepts no mail before its last step, and never if that is refused', async () => {
  const server = await startMailServer()
  const mailer = createMailer({ smtpUrl: server.url, mailFrom: 'hivewatch@example.org' })
  const asked = Promise.withResolvers<void>()
  const allowed = Promise.withResolvers<void>()
  const lastStep = () => {
    asked.resolve()
    return allowed.promise
  }
  const sending = mailer.send(mail, { lastStep })
  await asked.promise
  expect(server.received).toEqual([])
  allowed.resolve()
  await sending
  expect(server.received).toHaveLength(1)
  await expect(mailer.send(mail, { lastStep: () => Promise.reject(new Error('it ended')) })).rejects.toThrow('it ended')
  expect(server.received).toHaveLength(1)
  await server.close()
})
