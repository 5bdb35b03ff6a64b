import { readConfig } from '../config.ts'
import { openDatabase } from '../db/open-database.ts'
import { orSayWhy } from '../or-say-why.ts'
import { keepPrivate } from '../platform/keep-private.ts'
import { createLogger } from '../platform/logger.ts'
import { rebuildTiles } from './rebuild-tiles.ts'

keepPrivate()
const { database, logger } = await orSayWhy(async () => {
  const config = readConfig(process.env)
  const onLost = (error: Error) => {
    throw error
  }
  const logger = createLogger(config.logLevel)
  return { database: await openDatabase(config.databaseFile, { readers: 1, onLost }), logger }
})
logger.info(await rebuildTiles(database), 'hour and day tiles rebuilt from raw')
await database.close()
