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
