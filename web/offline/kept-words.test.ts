import messages from 'virtual:messages/en'
import { expect, test } from 'vitest'
import { createIntl } from '../i18n/create-intl.ts'
import { keptWords } from './kept-words.ts'
import type { Queued } from './outbox.ts'

const intl = createIntl({ locale: 'en', messages })
const sent: Queued = { status: 'sent', reply: {} }
const waits: Queued = { status: 'pending' }
const fails: Queued = { status: 'pending', fails: true }
const network = 'Kept on this device. It is sent as soon as there is a network.'
const server = 'Kept on this device. It is sent as soon as the server can take it.'

test.each<[string | undefined, (Queued | undefined)[]]>([
  [undefined, [sent, sent]],
  [undefined, [undefined]],
  [network, [waits]],
  [network, [sent, waits]],
  [server, [fails]],
  [server, [waits, fails, sent]],
])('%s', (words, queued) => {
  expect(keptWords(intl, ...queued)?.replace(/\s/g, ' ')).toBe(words)
})
