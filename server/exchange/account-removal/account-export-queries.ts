import type { Kysely } from 'kysely'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import { muteEnd } from '../../alerts/notifications/mute-end.ts'
import type { Tables } from '../../store/tables.ts'

/** Columns whose names end in `At` are times in epoch ms. Secrets and internal columns are left out. */
export type ExportRow = Record<string, string | number | null>

export const selectWatchesToExport = (db: Kysely<Tables>, accountId: number): Promise<ExportRow[]> =>
  db
    .selectFrom('watch')
    .innerJoin('controller', 'controller.id', 'watch.controller_id')
    .select(['controller.name', 'watch.created_at as createdAt'])
    .where('watch.account_id', '=', accountId)
    .orderBy('watch.created_at')
    .execute()

/** When each channel was created, in epoch ms. */
export const selectChannelBegins = (
  db: Kysely<Tables>,
  accountId: number,
): Promise<{ id: number; created_at: number }[]> =>
  db.selectFrom('notification').select(['id', 'created_at']).where('account_id', '=', accountId).execute()

export const selectMutesToExport = (db: Kysely<Tables>, accountId: number): Promise<ExportRow[]> =>
  db
    .selectFrom('mute')
    .select(['controller_id as controllerId', 'notification_type as notificationType'])
    .select((mute) => muteEnd(mute).as('endsAt'))
    .where('account_id', '=', accountId)
    .execute()

export const selectForwardingsToExport = (db: Kysely<Tables>, accountId: number): Promise<ExportRow[]> =>
  db
    .selectFrom('forwarding')
    .select(['controller_id as controllerId', 'channel', 'target', 'address', 'title', 'template'])
    .select(['created_at as createdAt', 'last_sent_at as lastSentAt'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()

export const selectRedemptionsToExport = (db: Kysely<Tables>, accountId: number): Promise<ExportRow[]> =>
  db
    .selectFrom('order_key_redemption')
    .select(['controller_id as controllerId', 'term_years as termYears', 'term_days as termDays'])
    .select(['extra_days as extraDays', 'redeemed_at as redeemedAt', 'ends_at as endsAt'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()

/** Changes that administrators and managers made to the account. */
export const selectChangesToExport = (db: Kysely<Tables>, accountId: number): Promise<ExportRow[]> =>
  db
    .selectFrom('audit')
    .select(['at as happenedAt', 'action', 'before', 'after'])
    .where('subject_type', '=', 'user')
    .where('subject_id', '=', String(accountId))
    .orderBy('id')
    .execute()

/** Orders of an account; `cart` and `price` are JSON, money in Rappen. */
export const selectOrdersToExport = (db: Kysely<Tables>, accountId: number): Promise<ExportRow[]> =>
  db
    .selectFrom('order')
    .select(['key', 'state', 'mode', 'cart', 'price', 'currency', 'total', 'discount', 'paid', 'remark'])
    .select(['payment_method as paymentMethod', 'ordered_at as orderedAt', 'received_at as paidAt'])
    .select(['email', 'firstname', 'lastname', 'company', 'street', 'zip', 'city', 'country', 'phone'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()

/** Tables of readings that an account imported; `mapping` is JSON. */
export const selectImportsToExport = (db: Kysely<Tables>, accountId: number): Promise<ExportRow[]> =>
  db
    .selectFrom('import')
    .select(['name', 'bytes', 'status', 'mapping', 'readings', 'duplicates'])
    .select(['created_at as createdAt', 'finished_at as finishedAt'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()

/** Interventions noted for a scale; `time` in epoch ms. */
export const selectInterventionsToExport = (db: Kysely<Tables>, scaleId: number): Promise<ExportRow[]> =>
  db
    .selectFrom('intervention')
    .select(['label', 'description', 'time as happenedAt', 'created_at as createdAt'])
    .select(['detail', 'amount_grams as amountGrams', 'visit_id as visitId'])
    .where('scale_id', '=', scaleId)
    .where('deleted_at', 'is', null)
    .orderBy('time')
    .execute()

/** The calibrations of a transmitter's channels and when each begins to apply (epoch seconds), in the form of `CalibrationBody`. */
export const selectCalibrationsToExport = (db: Kysely<Tables>, controllerId: number) =>
  db
    .selectFrom('calibration_point')
    .select(['channel', 'from', 'zero_raw as offset', 'kg_per_raw as multiplier'])
    .where('controller_id', '=', controllerId)
    .orderBy('channel')
    .orderBy('from')
    .execute()

/** Raw weights kept for a scale after the day that begins at `after`, in epoch seconds. */
export const selectRawWeightsAfter = (
  db: Kysely<Tables>,
  scaleId: number,
  after: number,
  limit: number,
): Promise<{ from: number; bytes: Uint8Array }[]> =>
  db
    .selectFrom('raw_weight_day')
    .select(['from', 'bytes'])
    .where('scale_id', '=', scaleId)
    .where('from', '>', after)
    .orderBy('from')
    .limit(limit)
    .execute()

/** Raw tiles of a series after the day that begins at `after`, in epoch seconds. */
export const selectRawTilesAfter = (
  db: Kysely<Tables>,
  seriesId: number,
  after: number,
  limit: number,
): Promise<{ from: number; bytes: Uint8Array }[]> =>
  db
    .selectFrom('tile')
    .select(['from', 'bytes'])
    .where('scale_id', '=', seriesId)
    .where('level', '=', levelNumber.raw)
    .where('from', '>', after)
    .orderBy('from')
    .limit(limit)
    .execute()
