import type { ExpressionBuilder, Kysely } from 'kysely'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { Tables } from '../../../store/tables.ts'
import { isOfTransmitter } from './silence-queries.ts'

/** What tells by which interval a transmitter sends. */
const interval = [
  'controller.update_interval_hours',
  'controller.former_interval_hours',
  'controller.interval_changed_at',
  'controller.last_seen_at',
] as const

/** When the newest stored reading of a transmitter was taken, in epoch seconds; null if there is none. */
const newest = (controller: ExpressionBuilder<Tables, 'controller'>) =>
  controller
    .selectFrom('scale_last')
    .innerJoin('scale', 'scale.id', 'scale_last.scale_id')
    .select(({ fn }) => fn.max('scale_last.time').as('time'))
    .whereRef('scale.controller_id', '=', 'controller.id')
    .as('newest')

/** When a transmitter was heard again after its last silence, in epoch seconds; null if it was never silent. */
const heardAgain = (controller: ExpressionBuilder<Tables, 'controller'>) =>
  controller
    .selectFrom('alarm')
    .select(({ fn }) => fn.max('alarm.ended_at').as('time'))
    .whereRef('alarm.controller_id', '=', 'controller.id')
    .where('alarm.type', '=', 'silence')
    .where('alarm.status', '=', 'closed')
    .where(isOfTransmitter)
    .as('heard_again')

/** Returns the transmitters in use that had readings refused for times in the future: since when, when last, and the end of the subscription, in epoch ms. */
export const selectRefused = (db: Kysely<Tables>) =>
  db
    .selectFrom('refused_time')
    .innerJoin('controller', 'controller.id', 'refused_time.controller_id')
    .select(['controller.id', 'subscription_ends_at', 'since', 'last_at'])
    .select(interval)
    .select([newest, heardAgain])
    .where('owner_id', 'is not', null)
    .execute()

/** The same for readings refused because their clock had lost the time; `since` is the start of a day. */
export const selectLost = (db: Kysely<Tables>, sinceMs: number) =>
  db
    .selectFrom('field_fault')
    .innerJoin('controller', 'controller.id', 'field_fault.controller_id')
    .select(['controller.id', 'subscription_ends_at'])
    .select(interval)
    .select(({ fn }) => [fn.min('day').as('since'), fn.max('last_at').as('last_at')])
    .select([newest, heardAgain])
    .where('owner_id', 'is not', null)
    .where('code', '=', 'time_before_start' satisfies ErrorCode)
    .where('last_at', '>=', sinceMs)
    .groupBy(['controller.id', 'subscription_ends_at', ...interval])
    .execute()

/** Returns the open alarms about wrong clocks. */
export const selectClockAlarms = (db: Kysely<Tables>) =>
  db
    .selectFrom('alarm')
    .innerJoin('controller', 'controller.id', 'alarm.controller_id')
    .select(['alarm.id', 'controller_id', 'started_at'])
    .select(interval)
    .select(newest)
    .where('alarm.type', '=', 'silence')
    .where('alarm.status', '=', 'open')
    .where('alarm.why', 'like', '%"clock%')
    .where(isOfTransmitter)
    .execute()
