import { type Kysely, sql } from 'kysely'
import type { ChannelType } from '#domain/alerts/notification.ts'
import type { SentState } from '#domain/alerts/sent-notification.ts'
import { containsWords } from '../../../platform/db/list-order.ts'
import type { Tables } from '../../../store/tables.ts'
import type { DeliveryTable } from '../notification-table.ts'

export type SentFilter = {
  /** Part of a recipient's address or name. */
  q?: string | undefined
  state?: SentState | undefined
  channel?: ChannelType | undefined
  stage?: DeliveryTable['stage'] | undefined
  beforeId?: number | undefined
  limit: number
}

export type SentRow = Awaited<ReturnType<typeof selectSent>>[number]

const searched = ['account.email', 'account.firstname', 'account.lastname'] as const

/** Returns messages sent or to be sent, newest first. A search finds the recipients first, since they are few. */
export function selectSent(db: Kysely<Tables>, { q, state, channel, stage, beforeId, limit }: SentFilter) {
  let query = db
    .selectFrom('delivery')
    .innerJoin('notification', 'notification.id', 'delivery.notification_id')
    .innerJoin('account', 'account.id', 'notification.account_id')
    .leftJoin('alarm', 'alarm.id', 'delivery.alarm_id')
    .select(['delivery.id', 'delivery.stage', 'delivery.state', 'delivery.attempts', 'delivery.last_error'])
    .select(['delivery.created_at', 'delivery.due_at', 'delivery.sent_at'])
    .select(['notification.account_id', 'notification.type as channel', 'notification.address', 'notification.device'])
    .select(['account.firstname', 'account.lastname'])
    .select(['alarm.type as alarm_type', 'alarm.controller_id'])
    .where('delivery.hidden_at', 'is', null)
    .orderBy('delivery.id', 'desc')
    .limit(limit)
  if (state) query = query.where('delivery.state', '=', state)
  if (channel) query = query.where('notification.type', '=', channel)
  if (stage) query = query.where('delivery.stage', '=', stage)
  if (beforeId !== undefined) query = query.where('delivery.id', '<', beforeId)
  if (q) query = query.where('delivery.notification_id', 'in', ofRecipients(db, q))
  return query.execute()
}

function ofRecipients(db: Kysely<Tables>, q: string) {
  // other kinds of addresses are not searched: knowing one may be enough to send to it
  const address = sql`case when sought.type in ('email', 'sms') then sought.address else '' end`
  return db
    .selectFrom('notification as sought')
    .innerJoin('account', 'account.id', 'sought.account_id')
    .select('sought.id')
    .where(containsWords(q, [...searched.map((column) => sql.ref(column)), address]) ?? sql<boolean>`true`)
}

/** Removes a message from the list and stops it if it was not sent yet. Returns undefined if it is not there. */
export const hideSent = (db: Kysely<Tables>, id: number, reason: string, nowMs: number) =>
  db
    .updateTable('delivery')
    .set((eb) => ({
      hidden_at: nowMs,
      last_error: eb.case().when('state', '=', 'due').then(reason).else(eb.ref('last_error')).end(),
      state: eb
        .case()
        .when('state', '=', 'due')
        .then('expired' as const)
        .else(eb.ref('state'))
        .end(),
    }))
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .returning(['stage', 'state', 'attempts', 'last_error'])
    .executeTakeFirst()
