import type { Kysely } from 'kysely'
import type { Pace } from '../platform/db/lane.ts'
import type { ReaderTasks } from './reader-tasks.ts'
import type { Tables } from './tables.ts'
import type { WriterTasks } from './writer-tasks.ts'

/** The store as the features see it. */
export type Database = {
  /** Plain statements and transactions. A SELECT outside a transaction goes to a reader thread. */
  db: Kysely<Tables>
  /** Runs a whole read close to the data: in a reader thread, on one snapshot. */
  read<Name extends keyof ReaderTasks>(
    task: Name,
    input: Parameters<ReaderTasks[Name]>[1],
  ): Promise<Awaited<ReturnType<ReaderTasks[Name]>>>
  /** Runs a whole write close to the data, in the writer thread. */
  write<Name extends keyof WriterTasks>(
    task: Name,
    input: Parameters<WriterTasks[Name]>[0],
    pace?: Pace,
  ): Promise<Awaited<ReturnType<WriterTasks[Name]>>>
  close(): Promise<void>
}
