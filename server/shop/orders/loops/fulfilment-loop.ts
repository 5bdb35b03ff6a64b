import type { Deps } from '../../../deps.ts'
import { createDueLoop, type DueLoop } from '../../../platform/loops/due-loop.ts'
import {
  type FulfilmentRow,
  noteFailedFulfilment,
  selectDueFulfilments,
  selectNextDueFulfilment,
} from '../fulfilment-queries.ts'
import { noteHistory } from '../note-history.ts'
import { type FulfilDeps, fulfilOrder } from './fulfil-order.ts'

const PARALLEL = 2
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 6 * 3600_000
/** After this many, more than three days, a person has to look. */
const ATTEMPTS = 20
const REASON_LENGTH = 160

type Outcome = { error?: string }

/** Fulfils the orders that are paid in full, each once: delivery and the mark for it are one transaction. */
export function createFulfilmentLoop(deps: FulfilDeps & Pick<Deps, 'logger'>): DueLoop {
  const { clock, logger } = deps
  const { db } = deps.database
  return createDueLoop<FulfilmentRow, Outcome>(deps, {
    name: 'fulfilments',
    parallel: PARALLEL,
    selectDue: (nowMs, limit) => selectDueFulfilments(db, nowMs, limit),
    selectNextDue: (afterMs) => selectNextDueFulfilment(db, afterMs),
    async attempt(row) {
      try {
        await fulfilOrder(deps, row)
        return {}
      } catch (error) {
        logger.error({ err: error, orderId: row.order_id }, 'an order could not be fulfilled')
        return { error: (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH) }
      }
    },
    async settle(row, { error }) {
      if (error === undefined) return
      const isOver = row.attempts + 1 >= ATTEMPTS
      const dueAt = clock.now() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** row.attempts)
      await db.transaction().execute(async (within) => {
        await noteFailedFulfilment(within, row.id, { state: isOver ? 'failed' : 'due', dueAt, error })
        if (isOver) await noteHistory(within, deps, row.order_id, { actor: 'system' }, { action: 'fulfilmentFailed' })
      })
    },
  })
}
