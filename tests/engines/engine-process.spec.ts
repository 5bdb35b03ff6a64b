import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { makeHome, startEngineProcess } from './engine-process.ts'

/** Whether a process runs; one that has ended and that nobody waited for does not. */
const isAlive = (id: number) => {
  const file = `/proc/${id}/stat`
  return existsSync(file) && !readFileSync(file, 'utf8').includes(') Z ')
}

test('a program that is missing or ends too soon is reported with its output', async () => {
  const { home, remove } = makeHome('test')
  const missing = startEngineProcess('no-such-browser', [], home)
  await expect(missing.until('a window', () => undefined)).rejects.toThrow(
    /a window is missing, as no-such-browser ended.*\n.*not found/,
  )
  await missing.end()
  const failing = startEngineProcess('sh', ['-c', 'echo no screen; exit 3'], home)
  await expect(failing.until('a window', () => undefined)).rejects.toThrow(/sh ended.*\nno screen/)
  await failing.end()
  remove()
  expect(existsSync(home)).toBe(false)
})

test('processes that a program started end with it', async () => {
  const { home, remove } = makeHome('test')
  const script = path.join(home, 'start')
  writeFileSync(script, 'sleep 600 & echo $! ; sleep 600 & echo $! ; wait')
  const started = startEngineProcess('sh', [script], home)
  const ids = await started.until('two sleepers', () => /^(\d+)\n(\d+)\n/.exec(started.output())?.slice(1).map(Number))
  expect(ids.map(isAlive)).toEqual([true, true])
  await started.end()
  await expect.poll(() => ids.map(isAlive)).toEqual([false, false])
  remove()
})
