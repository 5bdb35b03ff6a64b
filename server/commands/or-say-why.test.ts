import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const of = (file: string) => JSON.stringify(path.join(root, file))

it('ends with 2 even if it was too busy to learn that its log could be written', () => {
  const program = `
    import { orSayWhy } from ${of('commands/or-say-why.ts')}
    import { createLogger } from ${of('platform/runtime/logger.ts')}
    import { StartError } from ${of('platform/runtime/start-error.ts')}
    const logger = createLogger('info')
    await orSayWhy(async () => {
      logger.info('the database is being upgraded')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
      throw new StartError('it could not be upgraded')
    })`
  const words = ['--input-type=module', '--eval', program]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  expect([status, stderr]).toEqual([2, 'it could not be upgraded\n'])
  expect(stdout).toContain('is being upgraded')
})
