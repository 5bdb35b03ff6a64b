import { readConfig } from '../config.ts'
import { openDatabase } from '../db/open-database.ts'
import { createLogger } from '../platform/logger.ts'
import { rebuildTiles } from './rebuild-tiles.ts'

const config = readConfig(process.env)
const logger = createLogger(config.logLevel)
const database = await openDatabase(config.databaseFile, {
  readers: 1,
  onLost: (error) => {
    throw error
  },
})
logger.info(await rebuildTiles(database), 'hour and day tiles rebuilt from raw')
await database.close()
