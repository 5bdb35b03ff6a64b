import type { Kysely } from 'kysely'
import type { JobType } from '#domain/job.ts'
import type { Tables } from '../db/tables.ts'
import { selectDoneJobIds } from './job-queries.ts'

/** The ids of jobs of a type that were done after `afterMs`, or are not over. */
export const finishedJobs = async (db: Kysely<Tables>, type: JobType, afterMs: number): Promise<Set<number>> =>
  new Set(await selectDoneJobIds(db, type, afterMs))
