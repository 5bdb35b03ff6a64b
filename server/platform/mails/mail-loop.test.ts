import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { startMailServer } from '../../../tests/support/services/mail-server.ts'
import { createMailer } from '../adapters/mailer.ts'
import { clearOldMails, createMailLoop } from './mail-loop.ts'
import { queueMail } from './queue-mail.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const mail = { to: 'anna@example.org', subject: 'Offer', text: 'Dear Anna', html: '<p>Dear Anna</p>' }

let app: TestApp
let server: Awaited<ReturnType<typeof startMailServer>>
let loop: ReturnType<typeof createMailLoop>

beforeEach(async () => {
  app = await createTestApp()
  server = await startMailServer({ refuse: 'nobody@example.org' })
  loop = loopTo(server.url)
})
afterEach(async () => {
  await loop.stop()
  await server.close()
  await app.close()
})

const loopTo = (smtpUrl: string) =>
  createMailLoop({ ...app.deps, mailer: createMailer({ smtpUrl, mailFrom: 'hivewatch@example.org' }) })
const rows = () => app.db.selectFrom('mail').selectAll().orderBy('id').execute()
async function send() {
  loop.wake()
  await loop.idle()
}

test('a queued mail arrives once, with its attachment, and its content is erased', async () => {
  const content = new TextEncoder().encode('%PDF-1.7 bill')
  await queueMail(app.deps, {
    ...mail,
    attachments: [{ filename: 'bill.pdf', contentType: 'application/pdf', content }],
  })
  await send()
  await send()
  expect(server.received).toHaveLength(1)
  const [received] = server.received
  expect(received).toMatchObject({ from: 'hivewatch@example.org', to: ['anna@example.org'] })
  expect(received?.raw).toContain('Dear Anna')
  expect(received?.raw).toContain('filename=bill.pdf')
  expect(received?.raw).toContain(Buffer.from(content).toString('base64'))
  expect(await rows()).toMatchObject([
    { state: 'sent', attempts: 1, sent_at: app.clock.now(), text: null, html: null, attachments: null },
  ])
})

test('a mail may have another sender, who receives the replies', async () => {
  await queueMail(app.deps, { ...mail, sender: { name: 'BioVet, Shop' }, replyTo: 'shop@example.org' })
  await queueMail(app.deps, { ...mail, sender: { name: 'Bär', address: 'orders@example.org' } })
  await queueMail(app.deps, mail)
  await send()
  const headers = server.received.map(({ from, raw }) => [from, /^From: (.*)$/m.exec(raw)?.[1]?.trim()])
  expect(headers.toSorted()).toEqual([
    ['hivewatch@example.org', '"BioVet, Shop" <hivewatch@example.org>'],
    ['hivewatch@example.org', 'hivewatch@example.org'],
    ['orders@example.org', '=?UTF-8?Q?B=C3=A4r?= <orders@example.org>'],
  ])
  expect(server.received.filter(({ raw }) => /^Reply-To: shop@example\.org/m.test(raw))).toHaveLength(1)
})

test('what is queued in a transaction that fails is never sent', async () => {
  const failing = app.db.transaction().execute(async (within) => {
    await queueMail(app.deps, mail, { within })
    throw new Error('order is not valid')
  })
  await expect(failing).rejects.toThrow('order is not valid')
  await send()
  expect(server.received).toEqual([])
})

test('while the mail server is down, a mail is retried with growing pauses until it expires', async () => {
  await server.close()
  await queueMail(app.deps, mail, { lifeMs: HOUR })
  const start = app.clock.now()
  const tries: number[] = []
  for (;;) {
    await send()
    tries.push((app.clock.now() - start) / MINUTE)
    const [row] = await rows()
    if (row?.state !== 'due') break
    app.clock.set(row.due_at)
  }
  expect(tries).toEqual([0, 0.5, 2.5, 12.5, 42.5])
  expect(await rows()).toMatchObject([{ state: 'expired', attempts: 5, text: null }])
  server = await startMailServer()
})

test('a mail that may take days is retried that long, even if the mail server is down for a weekend', async () => {
  await server.close()
  await queueMail(app.deps, mail, { lifeMs: 7 * 24 * HOUR })
  const back = app.clock.now() + 60 * HOUR
  for (let due = app.clock.now(); due < back; due = (await rows())[0]!.due_at) {
    app.clock.set(due)
    await send()
    expect(await rows()).toMatchObject([{ state: 'due', text: mail.text }])
  }
  server = await startMailServer()
  await loop.stop()
  loop = loopTo(server.url)
  app.clock.set((await rows())[0]!.due_at)
  await send()
  expect(server.received).toHaveLength(1)
})

test('a mail that waited too long while the server was down is not sent', async () => {
  await queueMail(app.deps, mail, { lifeMs: HOUR })
  app.clock.advance(HOUR)
  await send()
  expect(server.received).toEqual([])
  expect(await rows()).toMatchObject([{ state: 'expired', last_error: 'came too late', text: null }])
})

test('a subscribed mail only goes to the address of an active account, and its unsubscribe link is erased', async () => {
  const { accountId } = await app.signIn('anna@example.org')
  const account = () => app.db.updateTable('account').where('id', '=', accountId)
  const unsubscribe = 'https://hives.example.org/stop?token=1'
  await queueMail(app.deps, { ...mail, unsubscribe })
  await send()
  await account().set({ active: 0 }).execute()
  await queueMail(app.deps, { ...mail, unsubscribe })
  await send()
  await account().set({ active: 1, email: 'anna@example.net' }).execute()
  await queueMail(app.deps, { ...mail, unsubscribe })
  await queueMail(app.deps, mail)
  await send()
  expect(server.received).toHaveLength(2)
  const gone = { state: 'expired', last_error: 'no account has this address', text: null, unsubscribe: null }
  expect(await rows()).toMatchObject([{ state: 'sent', unsubscribe: null }, gone, gone, { state: 'sent' }])
})

test('a mail delayed by a clock that was days ahead is sent once the clock is right again', async () => {
  await queueMail(app.deps, mail)
  server.state.failures = 1
  app.clock.advance(9 * 24 * HOUR)
  await app.db
    .updateTable('mail')
    .set({ expires_at: app.clock.now() + 24 * HOUR })
    .execute()
  await send()
  app.clock.advance(-9 * 24 * HOUR)
  await send()
  expect(server.received).toHaveLength(2)
  expect(await rows()).toMatchObject([{ state: 'sent' }])
})

test('an address that the mail server refuses is not retried, and delays no other mail', async () => {
  await queueMail(app.deps, { ...mail, to: 'nobody@example.org' })
  await queueMail(app.deps, mail)
  await send()
  expect(server.received.map(({ to }) => to)).toEqual([['anna@example.org']])
  expect(await rows()).toMatchObject([{ state: 'failed', attempts: 1, text: null }, { state: 'sent' }])
})

test('old mails are deleted, and due ones are kept', async () => {
  await queueMail(app.deps, mail)
  await send()
  await queueMail(app.deps, mail)
  app.clock.advance(91 * 24 * HOUR)
  await clearOldMails(app.deps)
  expect(await rows()).toMatchObject([{ state: 'due' }])
})

test('a mail that is repeated because nobody confirmed it has the same message id', async () => {
  server.state.failures = 1
  await queueMail(app.deps, mail)
  await queueMail(app.deps, { ...mail, subject: 'Bill' })
  await send()
  app.clock.advance(HOUR)
  await send()
  const ids = (subject: string) =>
    server.received.filter(({ raw }) => raw.includes(`Subject: ${subject}`)).map(({ raw }) => messageIdOf(raw))
  const [offers, bills] = [ids('Offer'), ids('Bill')]
  expect(offers.length + bills.length).toBe(3)
  expect(new Set(offers).size).toBe(1)
  expect(new Set([...offers, ...bills]).size).toBe(2)
})

const messageIdOf = (raw: string) => /^Message-ID: (<[0-9a-f]{32}@\S+>)$/im.exec(raw)![1]
