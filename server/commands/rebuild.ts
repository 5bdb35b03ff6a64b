import { rebuildTiles } from '../hives/timeline/rebuild-tiles.ts'
import { readConfig } from '../platform/config/config.ts'
import { keepPrivate } from '../platform/runtime/keep-private.ts'
import { createLogger } from '../platform/runtime/logger.ts'
import { openExisting } from './open-existing.ts'
import { orSayWhy } from './or-say-why.ts'

keepPrivate()
const { database, logger } = await orSayWhy(async () => {
  const config = readConfig(process.env)
  return { database: await openExisting(config.database), logger: createLogger(config.logLevel) }
})
logger.info(await rebuildTiles(database), 'hour and day tiles rebuilt from raw')
await database.close()
