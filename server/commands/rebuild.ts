import { rebuildTiles } from '../hives/timeline/rebuild-tiles.ts'
import { readConfig } from '../platform/config/config.ts'
import { keepPrivate } from '../platform/runtime/keep-private.ts'
import { createLogger } from '../platform/runtime/logger.ts'
import { openStore } from '../store/open-store.ts'
import { orSayWhy } from './or-say-why.ts'

keepPrivate()
const { database, logger } = await orSayWhy(async () => {
  const config = readConfig(process.env)
  const onLost = (error: Error) => {
    throw error
  }
  const logger = createLogger(config.logLevel)
  return { database: await openStore(config.database, { readers: 1, onLost }), logger }
})
logger.info(await rebuildTiles(database), 'hour and day tiles rebuilt from raw')
await database.close()
