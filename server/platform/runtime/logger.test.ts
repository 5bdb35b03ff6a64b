import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createLogger } from './logger.ts'

function logged(onError?: (error: unknown, message: string) => void) {
  const lines: string[] = []
  return { lines, logger: createLogger('info', { write: (line) => void lines.push(line) }, onError) }
}

it('cuts secrets out of messages, fields and errors alike, and leaves JSON', () => {
  const { lines, logger } = logged()
  const err = Object.assign(new Error('550 no such link https://a.example/password/reset/geheim'), {
    response: { headers: { authorization: 'Bearer geheim' } },
  })
  logger.info(
    { url: 'https://a.example/?token=geheim', nested: { password: 'geheim "quoted"' } },
    'key=1 Bearer geheim',
  )
  logger.error({ err }, 'not sent')
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    expect(line).not.toContain('geheim')
    expect(JSON.parse(line)).toMatchObject({ time: expect.any(Number) })
  }
})

it('reports errors, and nothing else', () => {
  const told: [unknown, string][] = []
  const { logger } = logged((error, message) => void told.push([error, message]))
  const err = new Error('broken')
  logger.info({ err }, 'not so bad')
  logger.error({ job: 1 }, 'without an error')
  logger.error({ err, job: 1 }, 'a job failed')
  logger.fatal({ err }, 'a thread is lost')
  expect(told).toEqual([
    [err, 'a job failed'],
    [err, 'a thread is lost'],
  ])
})

const FULL = '/dev/full'

it.runIf(existsSync(FULL))(
  'a full disk costs lines, and neither work nor the end of the program',
  () => {
    const program = `
    import { setTimeout as pause } from 'node:timers/promises'
    import { createLogger } from ${JSON.stringify(path.join(import.meta.dirname, 'logger.ts'))}
    const logger = createLogger('info')
    for (let line = 0; line < 5; line++) {
      logger.info('lost')
      await pause(20)
    }
    console.error('still working')
    process.exit(0)`
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', openSync(FULL, 'w'), 'pipe'],
      encoding: 'utf8',
      timeout: 30_000,
      killSignal: 'SIGKILL',
    })
    expect([stderr, status]).toEqual(['still working\n', 0])
  },
  40_000,
)

it('a pipe that nobody reads costs lines, and neither work nor the end of the program', async () => {
  const program = `
    import { createLogger } from ${JSON.stringify(path.join(import.meta.dirname, 'logger.ts'))}
    const logger = createLogger('info')
    let line = 0
    setInterval(() => {
      logger.info('x'.repeat(100_000))
      if (line++ === 20) process.exit(0)
      console.error(line)
    }, 50)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { timeout: 30_000 })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
  })
  // Node would wait for its last line forever, so it ends itself
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  expect(said.trim().split('\n')).toHaveLength(20)
}, 40_000)
