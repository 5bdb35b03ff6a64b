import type { Deps } from '../../deps.ts'
import { countInterrupted, failInterrupted } from './import-queries.ts'

/** A server may stop or fail several times in a row; this many interruptions of one check are the fault of the file. */
const INTERRUPTIONS_MAXIMUM = 5

/**
 * Fails checks that were interrupted along with their process again and again, before any is started here: a file that crashes the
 * process would do so at every start, for everybody. Imports being stored or undone continue, as their files were read to the end
 * before.
 */
export async function takeBackImports({ database: { db }, logger }: Pick<Deps, 'database' | 'logger'>): Promise<void> {
  await countInterrupted(db)
  const failed = await failInterrupted(db, INTERRUPTIONS_MAXIMUM)
  for (const { id } of failed) logger.error({ import: id }, 'the check of an import was interrupted too often; gave up')
}
