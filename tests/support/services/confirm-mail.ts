import type { Client, TestApp } from '../server/test-app.ts'

/** The code in the newest mail to an address; sends all due mails first. */
export async function mailedCode(app: TestApp, address: string): Promise<string> {
  await app.sendMails()
  const mail = app.mails.findLast(({ to }) => to === address)
  const code = mail && /\b\d{6}\b/.exec(mail.text)?.[0]
  if (!code) throw new Error(`no code was mailed to ${address}`)
  return code
}

/** Adds a mail channel as its owner does: with the code sent to the address, if it requires one. */
export async function addMailChannel(app: TestApp, client: Client, address: string): Promise<number> {
  const { status, body } = await client.post('/notification', { type: 'email', address })
  if (status !== 201) throw new Error(`adding ${address} was answered with ${status}: ${JSON.stringify(body)}`)
  if (body.status === 'active') return body.id
  const code = await mailedCode(app, address)
  const confirmed = await client.post(`/notification/${body.id}/confirm`, { code })
  if (confirmed.body.status !== 'active') throw new Error(`confirming was answered with ${confirmed.status}`)
  return body.id
}
