import { existsSync } from 'node:fs'
import { openData } from '../operations/upkeep/data-folder/open-data.ts'
import { requireOwner } from '../operations/upkeep/data-folder/require-owner.ts'
import { repairDatabase } from '../operations/upkeep/repair/repair-database.ts'
import { readConfig } from '../platform/config/config.ts'
import { filePlace } from '../platform/config/database-place.ts'
import { checkDatabaseFile, checkOrigin } from '../platform/db/check-database-file.ts'
import { openSqlite } from '../platform/db/open-sqlite.ts'
import { systemClock } from '../platform/runtime/clock.ts'
import { keepPrivate } from '../platform/runtime/keep-private.ts'
import { orStartError, StartError } from '../platform/runtime/start-error.ts'
import { openAlone } from '../store/open-database.ts'
import { orSayWhy } from './or-say-why.ts'

const USAGE = 'npm run repair [-- --check]'
const told = (text: string) => void process.stdout.write(`${text}\n`)

keepPrivate()
const { isWhole, says } = await orSayWhy(async () => {
  const [option, ...more] = process.argv.slice(2)
  if ((option !== undefined && option !== '--check') || more.length > 0) throw new StartError(USAGE)
  const config = readConfig(process.env)
  const place = filePlace(config)
  const { databaseFile } = place
  if (!existsSync(databaseFile)) throw new StartError(`there is no database in ${databaseFile}`)
  requireOwner(config.dataDir)
  const lock = await openData(config, told)
  try {
    orStartError(databaseFile, () => {
      checkDatabaseFile(databaseFile)
      const sqlite = openSqlite(databaseFile, { readonly: false })
      checkOrigin(sqlite, databaseFile)
      sqlite.close()
    })
    return await repairDatabase({ config: place, clock: systemClock, told, openAlone }, option === '--check')
  } finally {
    lock.release()
  }
})
told(says)
process.exitCode = isWhole ? 0 : 1
