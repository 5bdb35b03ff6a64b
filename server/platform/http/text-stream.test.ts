import { expect, it } from 'vitest'
import { createLogger } from '../runtime/logger.ts'
import { textStream } from './text-stream.ts'

const lines: string[] = []
const logger = createLogger('error', { write: (line) => void lines.push(line) })

async function* parts(fault?: Error) {
  yield 'one '
  yield 'two'
  if (fault) throw fault
}

it('hands on piece by piece', async () => {
  expect(await new Response(textStream(parts(), logger)).text()).toBe('one two')
  expect(lines).toEqual([])
})

it('breaks off, and logs why, if the pieces end too early', async () => {
  await expect(new Response(textStream(parts(new Error('out of honey')), logger)).text()).rejects.toThrow()
  expect(lines.join()).toContain('out of honey')
})

it('fetches no more when nobody reads', async () => {
  const own = parts()
  await textStream(own, logger).cancel()
  expect(await own.next()).toEqual({ done: true, value: undefined })
})

it('takes it for no fault if the reader leaves while a piece is fetched', async () => {
  lines.length = 0
  const [begun, fetched] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function* late() {
    begun.resolve()
    await fetched.promise
    yield 'too late'
  }
  const stream = textStream(late(), logger)
  await begun.promise
  const left = stream.cancel()
  fetched.resolve()
  await left
  expect(lines).toEqual([])
})
