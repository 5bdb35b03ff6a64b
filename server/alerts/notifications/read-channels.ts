import type { Kysely } from 'kysely'
import type { NotificationChannel } from '#domain/alerts/notification.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Tables } from '../../store/tables.ts'
import { selectChoices, selectNotifications } from './notification-queries.ts'
import { toChannel } from './to-channel.ts'

/** The channels of an account, each with its choices. */
export async function readChannels(db: Kysely<Tables>, accountId: number): Promise<NotificationChannel[]> {
  const [rows, choices] = await Promise.all([selectNotifications(db, accountId), selectChoices(db, accountId)])
  const chosen = Map.groupBy(choices, (choice) => choice.notification_id)
  return rows.map((row) => toChannel(row, chosen.get(row.id)?.map(({ controller_id: id }) => id) ?? []))
}

/** One channel. Throws 404 `notification_not_found`. */
export async function readChannel(db: Kysely<Tables>, accountId: number, id: number): Promise<NotificationChannel> {
  const channel = (await readChannels(db, accountId)).find((one) => one.id === id)
  if (!channel) throw new AppError(404, 'notification_not_found')
  return channel
}
