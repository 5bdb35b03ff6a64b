import type { Kysely } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { emailOf } from '../../../people/accounts/email-of.ts'
import { siteOf } from '../../../platform/http/site-address.ts'
import { queueMail } from '../../../platform/mails/queue-mail.ts'
import type { Tables } from '../../../store/tables.ts'
import { selectOtherChannel } from '../reached-channel-queries.ts'
import { type DeliveryToSend, insertMessage } from '../sending-queries.ts'
import { buildAlarmMail } from '../words/build-alarm-mail.ts'
import type { ChannelTrouble } from '../words/message-words.ts'

/** Tells the owner of a channel on another channel what is wrong with it. Returns the trouble if there is no other channel. */
export async function tellElsewhere(
  db: Kysely<Tables>,
  { account_id: accountId, notification_id: notificationId }: DeliveryToSend,
  trouble: ChannelTrouble,
  { mailIsAvailable, now }: { mailIsAvailable: boolean; now: number },
): Promise<ChannelTrouble | undefined> {
  const other = await selectOtherChannel(db, accountId, mailIsAvailable, notificationId)
  if (!other) return trouble
  await insertMessage(db, { notificationId: other.id, stage: trouble, dueAt: now, createdAt: now })
  return undefined
}

/** Mails the trouble to the account's address, so that nobody waits for alarms that cannot come. */
export async function mailOwner(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'mailer' | 'wakeMails'>,
  delivery: DeliveryToSend,
  trouble: ChannelTrouble,
): Promise<void> {
  if (!deps.mailer.available) return
  const to = await emailOf(deps.database.db, delivery.account_id)
  // an address that refuses alarms refuses this mail too
  if (to === undefined || to === delivery.address) return
  const letter = buildAlarmMail(
    { ...delivery, alarm_id: null, stage: trouble },
    siteOf(deps.config, delivery.site_host),
  )
  await queueMail(deps, { to, ...letter })
}
