import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleOrder } from '../../../../tests/support/samples/sample-order.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { queueMail } from '../../../platform/mails/queue-mail.ts'
import { insertOrderMail } from '../order-mail-queries.ts'
import { readCustomerMails } from './customer-mails.ts'

type Sent = {
  state: 'due' | 'queued' | 'sent' | 'failed' | 'settled'
  template?: 'confirmation' | 'advance' | 'invoice' | 'codes' | 'offer'
  /** The state of the mail handed over for it, and what the mail server said. */
  mail?: 'due' | 'sent' | 'failed'
  error?: string
  ageMs?: number
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SHOP: 'on' })
})
afterAll(() => app.close())

async function fates(sent: readonly Sent[], state: 'open' | 'cancelled' = 'open') {
  const { id } = await sampleOrder(app)
  for (const { state, template = 'confirmation', mail, error = null, ageMs = 0 } of sent) {
    const at = app.clock.now() - ageMs
    const mail_id = mail ? await handOver(mail, error) : null
    await insertOrderMail(app.db, {
      ...{ order_id: id, template, commissioner: 0, account_id: null, recipient: null, state, fault: null },
      ...{ answer: null, mail_id, due_at: at, created_at: at },
    })
  }
  const code_sealed = app.deps.secrets.seal('AAAA-BBBB-CCCC-DDDD', 'order_code')
  await app.db.insertInto('order_code').values({ order_id: id, code_sealed, term_years: 2, created_at: 1 }).execute()
  return readCustomerMails(app.db, app.deps, { id, state })
}

/** Queues a mail in the given state. */
async function handOver(state: 'due' | 'sent' | 'failed', last_error: string | null): Promise<number> {
  const id = await queueMail(app.deps, { to: 'anna@example.org', subject: 'Your order', text: '' })
  await app.db.updateTable('mail').set({ state, last_error }).where('id', '=', id).execute()
  return id
}

describe('what the customer is told about a mail:', () => {
  it.each<[string, Sent[], string, string[]]>([
    ['nothing where there was none', [], 'none', []],
    ['that it comes', [{ state: 'due' }], 'due', []],
    ['that it comes, two minutes on', [{ state: 'due', ageMs: 120_000 }], 'due', []],
    ['that it is late after that, and has the paper', [{ state: 'due', ageMs: 120_001 }], 'delayed', ['confirmation']],
    ['that it comes while it is handed over', [{ state: 'queued', mail: 'due' }], 'due', []],
    [
      'that it is late while the mail server does not take it',
      [{ state: 'queued', mail: 'due', error: 'connection lost' }],
      ...(['delayed', ['confirmation']] as [string, string[]]),
    ],
    [
      'that it is late where it is handed over for long',
      [{ state: 'queued', mail: 'due', ageMs: 120_001 }],
      ...(['delayed', ['confirmation']] as [string, string[]]),
    ],
    ['that it was sent once the mail server took it', [{ state: 'queued', mail: 'sent' }], 'sent', []],
    ['that it was sent', [{ state: 'sent' }], 'sent', []],
    ['that it failed once it was refused', [{ state: 'queued', mail: 'failed' }], 'failed', ['confirmation']],
    ['that it failed where it was forgotten', [{ state: 'queued' }], 'failed', ['confirmation']],
    ['that it failed', [{ state: 'failed' }], 'failed', ['confirmation']],
    ['that it failed, also where it was settled otherwise', [{ state: 'settled' }], 'failed', ['confirmation']],
    ['what became of the newest of its kind', [{ state: 'failed' }, { state: 'sent' }], 'sent', []],
    [
      'the worst of several kinds',
      [{ state: 'sent' }, { state: 'due', template: 'invoice' }, { state: 'failed', template: 'advance' }],
      ...(['failed', ['advance']] as [string, string[]]),
    ],
    [
      'of one that is late before one that comes',
      [
        { state: 'due', template: 'invoice' },
        { state: 'due', ageMs: 120_001 },
      ],
      'delayed',
      ['confirmation'],
    ],
    [
      'of one that comes before one that was sent',
      [{ state: 'sent' }, { state: 'due', template: 'invoice' }],
      'due',
      [],
    ],
    ['nothing of an offer', [{ state: 'failed', template: 'offer' }], 'none', []],
  ])('%s', async (_, sent, mail, papers) => {
    expect(await fates(sent)).toEqual({ mail, papers, codes: [] })
  })

  it('that it failed if no mail can be sent at all', async () => {
    app.deps.mailer.available = false
    expect(await fates([{ state: 'due' }])).toMatchObject({ mail: 'failed', papers: ['confirmation'] })
    app.deps.mailer.available = true
  })

  it('the codes that did not go by mail, unless the order was cancelled', async () => {
    const codes = ['AAAA-BBBB-CCCC-DDDD']
    expect(await fates([{ state: 'failed', template: 'codes' }])).toEqual({ mail: 'failed', papers: [], codes })
    expect(await fates([{ state: 'sent', template: 'codes' }])).toEqual({ mail: 'sent', papers: [], codes: [] })
    expect(await fates([{ state: 'failed', template: 'codes' }], 'cancelled')).toMatchObject({ codes: [] })
  })
})
