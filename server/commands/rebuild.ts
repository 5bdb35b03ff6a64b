import { rebuildTiles } from '../hives/timeline/rebuild-tiles.ts'
import { readConfig } from '../platform/config/config.ts'
import { keepPrivate } from '../platform/runtime/keep-private.ts'
import { createLogger } from '../platform/runtime/logger.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import { openExisting } from './open-existing.ts'
import { orSayWhy } from './or-say-why.ts'

const USAGE = 'npm run rebuild'

keepPrivate()
const { database, logger } = await orSayWhy(async () => {
  if (process.argv.length > 2) throw new StartError(USAGE)
  const config = readConfig(process.env)
  return { database: await openExisting(config.database), logger: createLogger(config.logLevel) }
})
logger.info(await rebuildTiles(database), 'hour and day tiles rebuilt from raw')
await database.close()
