import type { Kysely } from 'kysely'
import { createRemoveAccount } from './account-removal/remove-account-task.ts'
import { createDetection } from './alarms/run-detection.ts'
import { createRawWeightTasks } from './calibrations/raw-weight-tasks.ts'
import { createReleaseController } from './controllers/release-controller-task.ts'
import type { SqliteHandle } from './db/open-sqlite.ts'
import type { ForeignWrites } from './db/sqlite-lane.ts'
import type { Tables } from './db/tables.ts'
import { createImportTasks } from './imports/import-tasks.ts'
import { createSettleDelivery } from './notifications/settle-delivery.ts'
import { createReadingChanges } from './readings/change-readings.ts'
import { createIngest } from './readings/ingest.ts'
import { createFillTask } from './unknown-fields/fill-task.ts'

/** What the writer thread does as a whole, beside the data. */
export function createWriterTasks(sqlite: SqliteHandle, db: Kysely<Tables>, foreignWrites: ForeignWrites) {
  const { beside, ...tasks } = createIngest(sqlite, foreignWrites, (statements, due) =>
    createDetection(db, statements, due),
  )
  const changes = createReadingChanges(sqlite, beside)
  return {
    ...tasks,
    removeAccount: createRemoveAccount(db, beside.forget),
    releaseController: createReleaseController(db, beside.forget),
    ...createImportTasks(changes, db),
    ...createRawWeightTasks(db, changes, foreignWrites),
    ...createFillTask(db, changes, foreignWrites),
    settleDelivery: createSettleDelivery(db),
  }
}

export type WriterTasks = ReturnType<typeof createWriterTasks>
