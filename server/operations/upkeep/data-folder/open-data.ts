import type { Config } from '../../../platform/config/config.ts'
import { type Lock, lockData } from './data-lock.ts'
import { dropStaged, finishRestore } from './finish-restore.ts'
import { checkDatabaseIsThere, tightenData } from './tighten-data.ts'

/**
 * Locks the data folder and the database for this process, removes other users' access to them, and completes an interrupted restore, or
 * discards it if it was not decided yet. Throws DataInUseError and StartError.
 */
export async function openData(
  place: Pick<Config, 'dataDir' | 'database'>,
  told: (text: string) => void,
): Promise<Lock> {
  const lock = lockData(place)
  try {
    tightenData(place)
    if (await finishRestore(place.dataDir)) told('finished a restore that was interrupted')
    else if (place.database.kind === 'file') await dropStaged(place.dataDir, place.database.file)
    checkDatabaseIsThere(place)
    return lock
  } catch (error) {
    lock.release()
    throw error
  }
}
