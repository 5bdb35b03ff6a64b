import { flushCompileCache } from 'node:module'
import { builtRevision } from './built-revision.ts'
import { orSayWhy } from './commands/or-say-why.ts'
import { refuseArguments } from './commands/refuse-arguments.ts'
import { createErrorReports } from './platform/adapters/error-reports.ts'
import { readConfig } from './platform/config/config.ts'
import { misspelledSettings } from './platform/config/misspelled-settings.ts'
import { keepPrivate } from './platform/runtime/keep-private.ts'
import { createLogger } from './platform/runtime/logger.ts'
import { endsWithin } from './platform/runtime/within.ts'
import { startServer } from './start-server.ts'

// the entry point of `npm start` may have been given a bundle
refuseArguments(process.argv.slice(2).filter((argument) => argument.startsWith('-')))
keepPrivate()
const server = await orSayWhy(async () => {
  const config = readConfig({ REVISION: await builtRevision(), ...process.env })
  const reports = await createErrorReports(config)
  const logger = createLogger(config.logLevel, undefined, reports.report)
  for (const { name, meant } of misspelledSettings(process.env)) {
    logger.warn(`there is no setting ${name}: if ${meant} is meant, it is not set`)
  }
  const running = await startServer(config, logger)
  return { stop: () => running.stop().then(reports.close) }
})
// a kill would lose the cache that speeds up the next start
flushCompileCache()
/** Supervisors wait ten seconds, some less. Anything unfinished by then is in the inbox or continues at the next start. */
const STOP_AT_MOST_MS = 8000
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    // a second signal means that somebody does not want to wait
    if (stopping) process.kill(process.pid, 'SIGKILL')
    stopping = true
    if (await endsWithin(STOP_AT_MOST_MS, server.stop())) process.exit(0)
    process.stderr.write('stopped before everything had finished\n')
    // an exit would wait for the threads that are still busy
    process.kill(process.pid, 'SIGKILL')
  })
}
