import type { Deps } from '../../../deps.ts'
import { administratorExists } from '../account-queries.ts'

/** Call before a secret key is created. Logs a warning if the database is in use, since it was moved here without its key then. */
export async function tellNewKey({
  config,
  database,
  logger,
}: Pick<Deps, 'config' | 'database' | 'logger'>): Promise<void> {
  if (!(await administratorExists(database.db))) return
  logger.warn(
    { folder: config.filesDir },
    'secret.key was missing though the database is in use, so a new one is created: order keys, one-time codes and whatever else is sealed do not work with it. If you have the one of this database, stop the server, put it back and start again',
  )
}
