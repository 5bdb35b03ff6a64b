import { expect, it, vi } from 'vitest'
import type { OutboxChange } from '#domain/platform/worker-message.ts'
import { sendReceipt } from './send-receipt.ts'

vi.stubGlobal('location', { origin: 'https://hive.test' })

async function send(result: Parameters<typeof sendReceipt>[0], network: () => Promise<Response>) {
  const sent: unknown[] = []
  const kept: OutboxChange[] = []
  await sendReceipt(result, {
    async fetch(request) {
      sent.push([request.method, new URL(request.url).pathname, await request.json()])
      return network()
    },
    async keep(change) {
      kept.push(change)
      return { status: 'pending' }
    },
  })
  return { sent, kept }
}
const shown = async () => Response.json({ shown: true })

it('tells the server what was shown, and why only in plain words', async () => {
  const { sent, kept } = await send({ receipt: '7.ab', fault: undefined }, shown)
  expect(sent).toEqual([['POST', '/api/push/shown', { receipt: '7.ab' }]])
  expect(kept).toEqual([])
  const failed = await send({ receipt: '7.ab', fault: new TypeError('x'.repeat(1000)) }, shown)
  expect(failed.sent).toEqual([
    ['POST', '/api/push/shown', { receipt: '7.ab', fault: `TypeError: ${'x'.repeat(289)}` }],
  ])
})

it('sends nothing if the message asked for nothing', async () => {
  expect((await send({ receipt: undefined, fault: new Error('x') }, shown)).sent).toEqual([])
})

it.each([
  ['without a network', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['where the server is busy', async () => new Response(null, { status: 503 })],
])('keeps it for later %s', async (_, network) => {
  const { kept } = await send({ receipt: '7.ab', fault: undefined }, network)
  expect(kept).toEqual([{ id: 'receipt-7.ab', method: 'POST', path: '/api/push/shown', body: { receipt: '7.ab' } }])
})

it('drops what the server does not know', async () => {
  const { kept } = await send({ receipt: '7.ab', fault: undefined }, async () => new Response(null, { status: 404 }))
  expect(kept).toEqual([])
})
