import type { Kysely } from 'kysely'
import type { SqliteHandle } from './db/open-sqlite.ts'
import type { ForeignWrites } from './db/sqlite-lane.ts'
import type { Tables } from './db/tables.ts'
import { createIngest } from './readings/ingest.ts'

/** What the writer thread does as a whole, beside the data. */
export const createWriterTasks = (sqlite: SqliteHandle, db: Kysely<Tables>, foreignWrites: ForeignWrites) =>
  createIngest(sqlite, db, foreignWrites)

export type WriterTasks = ReturnType<typeof createWriterTasks>
