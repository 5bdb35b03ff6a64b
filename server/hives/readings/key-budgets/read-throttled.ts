import type { Kysely } from 'kysely'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { Tables } from '../../../store/tables.ts'
import type { Throttled } from './key-budgets.ts'
import {
  addThrottled,
  deleteThrottledBefore,
  selectThrottled,
  selectThrottledTransmitters,
} from './throttled-queries.ts'

/** How often a transmitter was told to wait in the last day, and its main reason; undefined if never. */
export const readThrottled = (db: Kysely<Tables>, controllerId: number, nowMs: number) =>
  selectThrottled(db, controllerId, nowMs - DAY_MS)

/** The same for all transmitters, most frequent first. */
export const readThrottledTransmitters = (db: Kysely<Tables>, nowMs: number) =>
  selectThrottledTransmitters(db, nowMs - DAY_MS)

/** Records who was told to wait in the hour that begins at `from`, and deletes what is old. */
export async function keepThrottled(
  db: Kysely<Tables>,
  { from, throttled, forgetBefore }: { from: number; throttled: readonly Throttled[]; forgetBefore: number },
): Promise<void> {
  await addThrottled(db, from, throttled)
  await deleteThrottledBefore(db, forgetBefore)
}
