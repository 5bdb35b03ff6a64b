import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { freePort } from '../../../tests/support/services/free-port.ts'
import { StartError } from '../../platform/runtime/start-error.ts'
import { answerMeanwhile } from './answer-meanwhile.ts'

const host = '127.0.0.1'

test('during a move, a transmitter is told to come back later', async () => {
  const port = await freePort()
  const meanwhile = await answerMeanwhile({ host, port })
  const { status, headers } = await fetch(`http://${host}:${port}/api/ingest`, { method: 'POST', body: '{}' })
  expect({ status, again: headers.get('retry-after') }).toEqual({ status: 503, again: '60' })
  meanwhile?.close()
})

test('a move goes on without answering if another program has the port', async () => {
  const other = createServer().listen(0, host)
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  expect(await answerMeanwhile({ host, port })).toBeUndefined()
  other.close()
  await once(other, 'close')
})

test('a HOST that nobody knows is named in one sentence', async () => {
  const begun = answerMeanwhile({ host: 'none.invalid', port: 0 })
  await expect(begun).rejects.toThrow(
    new StartError('none.invalid is not known here: set HOST to an address of this machine'),
  )
})
