import path from 'node:path'
import { parseArgs } from 'node:util'
import { builtRevision } from '../built-revision.ts'
import { orSayWhy } from '../commands/or-say-why.ts'
import { readConfig } from '../platform/config/config.ts'
import { keepPrivate } from '../platform/runtime/keep-private.ts'
import { createLogger } from '../platform/runtime/logger.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import { startServer } from '../start-server.ts'
import { demoUser, fillApiary } from './fill-apiary.ts'
import { fillWeather } from './fill-weather.ts'
import { keepSending } from './keep-sending.ts'

const USAGE = 'npm run demo [-- --database postgres://<user>:<password>@<host>/<database>]'

/** The settings given on the command line. */
function chosen(): { DATABASE_URL?: string } {
  try {
    const { database } = parseArgs({ options: { database: { type: 'string' } } }).values
    return database === undefined ? {} : { DATABASE_URL: database }
  } catch {
    throw new StartError(USAGE)
  }
}

keepPrivate()
const { server, logger } = await orSayWhy(async () => {
  const config = readConfig({
    DATA_DIR: path.resolve('data/demo'),
    LOG_LEVEL: 'warn',
    WEATHER_URL: 'off',
    REVISION: await builtRevision(),
    ...process.env,
    ...chosen(),
  })
  const logger = createLogger(config.logLevel)
  return { server: await startServer({ ...config, openProvisioning: true, demo: demoUser }, logger), logger }
})
const transmitters = await fillApiary(server.url, server.deps, (text) => console.log(text))
await fillWeather(server.deps)
const sending = keepSending(server.url, transmitters, server.deps.clock, logger)
console.log(`HiveWatch demo: ${server.url} — sign in as ${demoUser.email} with the button on the page`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    sending.stop()
    await server.stop()
    process.exit(0)
  })
}
