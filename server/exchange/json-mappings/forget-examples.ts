import type { Deps } from '../../deps.ts'
import { deleteExamplesBefore } from './json-mapping-queries.ts'
import { exampleLimit } from './read-mapping.ts'

/** Creates the job that deletes example documents after a week. */
export const createExampleForgetting =
  ({ database: { db }, clock }: Pick<Deps, 'database' | 'clock'>) =>
  (): Promise<void> =>
    deleteExamplesBefore(db, exampleLimit(clock.now()))
