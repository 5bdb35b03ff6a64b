import { existsSync } from 'node:fs'
import { readConfig } from '../config.ts'
import { checkDatabaseFile, checkOrigin } from '../db/check-database-file.ts'
import { openAlone } from '../db/open-database.ts'
import { openSqlite } from '../db/open-sqlite.ts'
import { orSayWhy } from '../or-say-why.ts'
import { systemClock } from '../platform/clock.ts'
import { keepPrivate } from '../platform/keep-private.ts'
import { orStartError, StartError } from '../platform/start-error.ts'
import { openData } from './open-data.ts'
import { repairDatabase } from './repair-database.ts'

const USAGE = 'npm run repair [-- --check]'
const told = (text: string) => void process.stdout.write(`${text}\n`)

keepPrivate()
const { isWhole, says } = await orSayWhy(async () => {
  const [option, ...more] = process.argv.slice(2)
  if ((option !== undefined && option !== '--check') || more.length > 0) throw new StartError(USAGE)
  const config = readConfig(process.env)
  if (!existsSync(config.databaseFile)) throw new StartError(`there is no database in ${config.databaseFile}`)
  const lock = await openData(config, told)
  try {
    orStartError(config.databaseFile, () => {
      checkDatabaseFile(config.databaseFile)
      const sqlite = openSqlite(config.databaseFile, { readonly: false })
      checkOrigin(sqlite, config.databaseFile)
      sqlite.close()
    })
    return await repairDatabase({ config, clock: systemClock, told, openAlone }, option === '--check')
  } finally {
    lock.release()
  }
})
told(says)
process.exitCode = isWhole ? 0 : 1
