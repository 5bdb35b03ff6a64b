import { readConfig } from '../config.ts'
import { openDatabase } from '../db/open-database.ts'
import { orSayWhy } from '../or-say-why.ts'
import { createLogger } from '../platform/logger.ts'
import { rebuildTiles } from './rebuild-tiles.ts'

const config = await orSayWhy(() => readConfig(process.env))
const logger = createLogger(config.logLevel)
const database = await openDatabase(config.databaseFile, {
  readers: 1,
  onLost: (error) => {
    throw error
  },
})
logger.info(await rebuildTiles(database), 'hour and day tiles rebuilt from raw')
await database.close()
