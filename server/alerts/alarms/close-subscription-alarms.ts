import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { closeOpenOfType } from './transmitter-queries.ts'

/** Closes what says that the subscription of a transmitter ends, in the caller's transaction. */
export const closeSubscriptionAlarms = (db: Kysely<Tables>, controllerId: number, nowMs: number): Promise<void> =>
  closeOpenOfType(db, controllerId, 'subscription', Math.floor(nowMs / 1000))
