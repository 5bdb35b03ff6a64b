import { existsSync } from 'node:fs'
import path from 'node:path'
import { isWholeBackup, listBackups } from '../operations/upkeep/backups/keep-backups.ts'
import { restoreBackup } from '../operations/upkeep/backups/restore-backup.ts'
import { RestoreError } from '../operations/upkeep/backups/verify-backup.ts'
import { backupFolder } from '../operations/upkeep/data-folder/data-folder.ts'
import { lockData } from '../operations/upkeep/data-folder/data-lock.ts'
import { requireOwner } from '../operations/upkeep/data-folder/require-owner.ts'
import { type Config, ConfigError, readConfig } from '../platform/config/config.ts'
import { filePlace } from '../platform/config/database-place.ts'
import { systemClock } from '../platform/runtime/clock.ts'
import { keepPrivate } from '../platform/runtime/keep-private.ts'
import { StartError, toStartError } from '../platform/runtime/start-error.ts'

const USAGE = 'npm run restore -- <backup>'

const marked = async (config: Config, name: string) =>
  (await isWholeBackup(path.join(backupFolder(config), name))) ? name : `${name} (of a damaged database)`

/** The folder of a backup, given by its name here or by its path. Undefined if there is none. */
function folderOf(config: Config, known: readonly string[], wanted: string): string | undefined {
  const name = path.basename(wanted)
  if (path.dirname(wanted) === '.' && known.includes(name)) return path.join(backupFolder(config), name)
  return existsSync(wanted) ? path.resolve(wanted) : undefined
}

const damagedWords = (damage: readonly string[]): string =>
  `The database was damaged when this backup was made; run npm run repair before you start the server:\n${damage.join('\n')}\n`

keepPrivate()
try {
  const config = readConfig(process.env)
  const place = filePlace(config)
  const [wanted, ...more] = process.argv.slice(2)
  if (wanted?.startsWith('-') || more.length > 0) throw new StartError(USAGE)
  const known = await listBackups(config)
  const folder = wanted && folderOf(config, known, wanted)
  if (!folder) {
    const list =
      known.length > 0
        ? `Backups in ${backupFolder(config)}:\n${(await Promise.all(known.map((name) => marked(config, name)))).join('\n')}`
        : `There is no backup in ${backupFolder(config)} yet; DATA_DIR should be that of the server.`
    throw new RestoreError(`${wanted ? `There is no backup ${wanted}.\n` : ''}${list}\n${USAGE}`)
  }
  requireOwner(config.dataDir)
  const lock = lockData(config)
  try {
    const { created, aside, damage } = await restoreBackup({ config: place, clock: systemClock }, folder)
    process.stdout.write(
      `Restored the backup of ${created}. The data from before the restore is now in ${aside.join(' and ')}.\n`,
    )
    if (damage.length > 0) process.stdout.write(damagedWords(damage))
  } finally {
    lock.release()
  }
} catch (error) {
  const known = error instanceof RestoreError || error instanceof ConfigError ? error : toStartError(error)
  if (!known) throw error
  console.error(known.message)
  process.exitCode = 2
}
