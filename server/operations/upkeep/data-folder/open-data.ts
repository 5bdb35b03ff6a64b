import type { Config } from '../../../platform/config/config.ts'
import { type Lock, lockData } from './data-lock.ts'
import { dropStaged, finishRestore } from './finish-restore.ts'
import { checkDatabaseIsThere, tightenData } from './tighten-data.ts'

/**
 * Takes data folder and database for this process alone, keeps other users out of them, and ends a restore that was interrupted, or forgets
 * it where it was not decided yet.
 * Throws DataInUseError and StartError.
 */
export async function openData(
  place: Pick<Config, 'dataDir' | 'database'>,
  told: (text: string) => void,
): Promise<Lock> {
  const lock = lockData(place)
  try {
    tightenData(place)
    if (await finishRestore(place.dataDir)) told('a restore that was interrupted has been finished')
    else if (place.database.kind === 'file') await dropStaged(place.dataDir, place.database.file)
    checkDatabaseIsThere(place)
    return lock
  } catch (error) {
    lock.release()
    throw error
  }
}
