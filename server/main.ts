import { readConfig } from './config.ts'
import { orSayWhy } from './or-say-why.ts'
import { createLogger } from './platform/logger.ts'
import { startServer } from './start-server.ts'

const server = await orSayWhy(() => {
  const config = readConfig(process.env)
  return startServer(config, createLogger(config.logLevel))
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await server.stop()
    process.exit(0)
  })
}
