import { readConfig } from './config.ts'
import { orSayWhy } from './or-say-why.ts'
import { createErrorReports } from './platform/error-reports.ts'
import { keepPrivate } from './platform/keep-private.ts'
import { createLogger } from './platform/logger.ts'
import { startServer } from './start-server.ts'

keepPrivate()
const server = await orSayWhy(async () => {
  const config = readConfig(process.env)
  const reports = await createErrorReports(config)
  const running = await startServer(config, createLogger(config.logLevel, undefined, reports.report))
  return { stop: () => running.stop().then(reports.close) }
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await server.stop()
    process.exit(0)
  })
}
