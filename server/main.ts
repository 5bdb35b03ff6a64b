import { ConfigError, readConfig } from './config.ts'
import { createLogger } from './platform/logger.ts'
import { startServer } from './start-server.ts'

try {
  const config = readConfig(process.env)
  const logger = createLogger(config.logLevel)
  const server = await startServer(config, logger)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await server.stop()
      process.exit(0)
    })
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(2)
}
