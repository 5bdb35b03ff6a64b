import type { Deps } from '../../deps.ts'
import { countInterrupted, failInterrupted } from './import-queries.ts'

/** Stops and failures of a server may come together; so many in one check are the file's doing. */
const INTERRUPTIONS_MAXIMUM = 5

/**
 * Gives up the checks that ended with their process again and again, before any is begun here: a file that takes the process with it
 * would do so at every start, for everybody. What is stored or undone goes on, as its file was read to the end before.
 */
export async function takeBackImports({ database: { db }, logger }: Pick<Deps, 'database' | 'logger'>): Promise<void> {
  await countInterrupted(db)
  const failed = await failInterrupted(db, INTERRUPTIONS_MAXIMUM)
  for (const { id } of failed) logger.error({ import: id }, 'the check of an import ended with its process each time')
}
