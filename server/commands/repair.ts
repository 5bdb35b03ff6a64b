import { openData } from '../operations/upkeep/data-folder/open-data.ts'
import { requireOwner } from '../operations/upkeep/data-folder/require-owner.ts'
import { repairDatabase } from '../operations/upkeep/repair/repair-database.ts'
import { readConfig } from '../platform/config/config.ts'
import { filePlace } from '../platform/config/database-place.ts'
import { checkDatabaseFile, checkOrigin } from '../platform/db/check-database-file.ts'
import { openSqlite } from '../platform/db/open-sqlite.ts'
import { systemClock } from '../platform/runtime/clock.ts'
import { keepPrivate } from '../platform/runtime/keep-private.ts'
import { isThere, StartError, toStartError } from '../platform/runtime/start-error.ts'
import { openAlone } from '../store/open-database.ts'
import { orSayWhy } from './or-say-why.ts'

const USAGE = 'npm run repair [-- --check]'
const told = (text: string) => void process.stdout.write(`${text}\n`)

/** Damage that hides even the tables is beyond this program, whose other sentences say to run it. */
function requireReadable(file: string): void {
  try {
    checkDatabaseFile(file)
    const sqlite = openSqlite(file, { readonly: false })
    checkOrigin(sqlite, file)
    sqlite.close()
  } catch (error) {
    if (!String((error as { code?: string }).code).startsWith('SQLITE_CORRUPT'))
      throw toStartError(error, file) ?? error
    throw new StartError(`${file} is too damaged to be repaired in place: restore a backup (npm run restore)`)
  }
}

keepPrivate()
const { isWhole, says } = await orSayWhy(async () => {
  const [option, ...more] = process.argv.slice(2)
  if ((option !== undefined && option !== '--check') || more.length > 0) throw new StartError(USAGE)
  const config = readConfig(process.env)
  const place = filePlace(config)
  const { databaseFile } = place
  if (!isThere(databaseFile)) throw new StartError(`there is no database in ${databaseFile}`)
  requireOwner(config.dataDir)
  const lock = await openData(config, told)
  try {
    requireReadable(databaseFile)
    return await repairDatabase({ config: place, clock: systemClock, told, openAlone }, option === '--check')
  } finally {
    lock.release()
  }
})
told(says)
process.exitCode = isWhole ? 0 : 1
