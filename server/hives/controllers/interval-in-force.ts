import type { Updateable } from 'kysely'
import type { ControllerRow } from './controller-queries.ts'
import type { ControllerTable } from './controller-table.ts'

type Known = Pick<
  ControllerRow,
  'update_interval_hours' | 'former_interval_hours' | 'interval_changed_at' | 'last_seen_at'
>

/**
 * The longest interval in hours by which a transmitter may still be sending: it learns of another one from the answer when it sends the next
 * time, so that until then the former one counts if it is longer.
 */
export const intervalInForce = (row: Known): number =>
  Number(row.last_seen_at ?? 0) > Number(row.interval_changed_at ?? 0)
    ? row.update_interval_hours
    : Math.max(row.update_interval_hours, row.former_interval_hours ?? 0)

/** What to remember with a change of the interval at a time (epoch ms). */
export const formerInterval = (
  row: Known,
  { update_interval_hours: hours }: Updateable<ControllerTable>,
  nowMs: number,
): Updateable<ControllerTable> =>
  hours === undefined || hours === row.update_interval_hours
    ? {}
    : { former_interval_hours: intervalInForce(row), interval_changed_at: nowMs }
