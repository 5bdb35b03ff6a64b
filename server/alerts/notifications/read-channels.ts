import type { Kysely } from 'kysely'
import type { NotificationChannel } from '#domain/alerts/notification.ts'
import { shownAddress } from '../../people/accounts/shown-address.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { readCodeMailFaults } from '../../platform/mails/read-code-mails.ts'
import type { Tables } from '../../store/tables.ts'
import { selectChoices } from './choice-queries.ts'
import { selectNotifications } from './notification-queries.ts'
import { toChannel } from './to-channel.ts'

type Reader = Pick<SignedIn, 'accountId' | 'actor'>

/** Returns the channels of an account with their choices, as the reader may see them; for an address waiting for its code, also why that did not arrive. */
export async function readChannels(db: Kysely<Tables>, reader: Reader): Promise<NotificationChannel[]> {
  const { accountId } = reader
  const [rows, choices, faults] = await Promise.all([
    selectNotifications(db, accountId),
    selectChoices(db, accountId),
    readCodeMailFaults(db, accountId),
  ])
  const chosen = Map.groupBy(choices, (choice) => choice.notification_id)
  return rows.map((row) => {
    const channel = toChannel(row, chosen.get(row.id)?.map(({ controller_id: id }) => id) ?? [])
    const fault = channel.status === 'unconfirmed' ? faults.get(row.address_hash) : undefined
    const shown = { ...channel, address: shownAddress(reader, channel.address) }
    return fault ? { ...shown, lastError: fault.reason } : shown
  })
}

/** Returns one channel. Throws 404 `notification_not_found`. */
export async function readChannel(db: Kysely<Tables>, reader: Reader, id: number): Promise<NotificationChannel> {
  const channel = (await readChannels(db, reader)).find((one) => one.id === id)
  if (!channel) throw new AppError(404, 'notification_not_found')
  return channel
}
