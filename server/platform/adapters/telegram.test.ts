import { expect, test } from 'vitest'
import { callService } from './call-service.ts'
import { telegramCall } from './telegram.ts'

const call = telegramCall(
  { url: 'https://telegram.example.org', token: '1:a', chat: '7' },
  { text: 'Swarm?', isSilent: false },
)

test.each([
  ['{"ok":true,"result":{"message_id":1}}', { outcome: 'delivered' }],
  ['<html><h1>Sign in to the network</h1></html>', { outcome: 'failed', reason: 'HTTP 200' }],
  ['', { outcome: 'failed', reason: 'HTTP 200' }],
  ['{"ok":false}', { outcome: 'failed', reason: 'HTTP 200: {"ok":false}' }],
])('only the bot can confirm a message, not a page in between: %s', async (text, outcome) => {
  const answer = async () => ({ status: 200, headers: {}, text })
  expect(await callService({ post: answer, put: answer }, call, { nowMs: 0 })).toEqual(outcome)
})
