import type { Kysely } from 'kysely'
import { createDetection } from '../alerts/alarms/run-detection.ts'
import { createSettleDelivery } from '../alerts/notifications/sending/settle-delivery.ts'
import { createRemoveAccount } from '../exchange/account-removal/remove-account-task.ts'
import { createRawWeightTasks } from '../hives/calibrations/raw-weight-tasks.ts'
import { createReleaseController } from '../hives/controllers/release-controller-task.ts'
import { createImportTasks } from '../hives/imports/import-tasks.ts'
import { createReadingChanges } from '../hives/readings/change-readings.ts'
import { createIngest } from '../hives/readings/ingest.ts'
import type { TileStore } from '../hives/readings/store/tile-store.ts'
import { createFillTask } from '../hives/unknown-fields/fill-task.ts'
import type { SqliteHandle } from '../platform/db/open-sqlite.ts'
import type { ForeignWrites } from '../platform/db/sqlite-lane.ts'
import type { Tables } from './tables.ts'

/** What the writer thread runs as a whole, close to the data. */
export function createWriterTasks(
  sqlite: SqliteHandle,
  db: Kysely<Tables>,
  foreignWrites: ForeignWrites,
  createStore?: () => TileStore,
) {
  const { beside, ...tasks } = createIngest(
    sqlite,
    foreignWrites,
    (statements, store, due) => createDetection(db, statements, store, due),
    createStore,
  )
  const changes = createReadingChanges(sqlite, beside)
  return {
    ...tasks,
    removeAccount: createRemoveAccount(db, beside.forget),
    releaseController: createReleaseController(db, beside.forget),
    ...createImportTasks(changes, db, foreignWrites),
    ...createRawWeightTasks(db, changes, foreignWrites),
    ...createFillTask(db, changes, foreignWrites),
    settleDelivery: createSettleDelivery(db),
  }
}

export type WriterTasks = ReturnType<typeof createWriterTasks>
