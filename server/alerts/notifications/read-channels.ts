import type { Kysely } from 'kysely'
import type { NotificationChannel } from '#domain/alerts/notification.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { readCodeMailFaults } from '../../platform/mails/read-code-mails.ts'
import type { Tables } from '../../store/tables.ts'
import { selectChoices } from './choice-queries.ts'
import { selectNotifications } from './notification-queries.ts'
import { toChannel } from './to-channel.ts'

/** The channels of an account, each with its choices; of an address that waits for its code, why that did not come. */
export async function readChannels(db: Kysely<Tables>, accountId: number): Promise<NotificationChannel[]> {
  const [rows, choices, faults] = await Promise.all([
    selectNotifications(db, accountId),
    selectChoices(db, accountId),
    readCodeMailFaults(db, accountId),
  ])
  const chosen = Map.groupBy(choices, (choice) => choice.notification_id)
  return rows.map((row) => {
    const channel = toChannel(row, chosen.get(row.id)?.map(({ controller_id: id }) => id) ?? [])
    const fault = channel.status === 'unconfirmed' ? faults.get(row.address_hash) : undefined
    return fault ? { ...channel, lastError: fault.reason } : channel
  })
}

/** One channel. Throws 404 `notification_not_found`. */
export async function readChannel(db: Kysely<Tables>, accountId: number, id: number): Promise<NotificationChannel> {
  const channel = (await readChannels(db, accountId)).find((one) => one.id === id)
  if (!channel) throw new AppError(404, 'notification_not_found')
  return channel
}
