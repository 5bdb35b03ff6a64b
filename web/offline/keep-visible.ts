import type { VisibleKind } from '#domain/platform/worker-message.ts'
import { tellWorker } from './service-worker.ts'

/** Tells the worker that these are all that this account may see: curves of others, such as of a watch that its owner ended, leave the device. */
export function keepVisible<Row extends { id: number }>(of: VisibleKind, rows: Row[]): Row[] {
  tellWorker({ type: 'visible', of, ids: rows.map(({ id }) => id) }).catch(() => undefined)
  return rows
}
